import type { ConnectionPlace } from './connectionId.js'
import { partsOf } from './walletParts.js'

/**
 * Whether one connection takes the place of the other: both reach the same connector, and it did not give them different
 * keys.
 */
export function takesPlace(left: ConnectionPlace, right: ConnectionPlace): boolean {
  if (left.key !== undefined && right.key !== undefined && left.key !== right.key) {
    // A connector that gives keys is never a part of several.
    if (left.connectorId === right.connectorId) return false
  }
  const parts = partsOf(left.connectorId)
  return partsOf(right.connectorId).some((id) => parts.includes(id))
}
