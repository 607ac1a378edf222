import { partsOf } from './walletParts.js'

/** Whether two connections reach the same connector, so that one takes the place of the other. */
export function sharesPart(left: string, right: string): boolean {
  const parts = partsOf(left)
  return partsOf(right).some((id) => parts.includes(id))
}
