import type { ConnectorContribution } from '../../contracts/points/connector.js'
import { encodePart, walletPrefix } from './walletParts.js'

/**
 * The connector id that means all of the given connectors of one wallet, to connect them as one connection:
 * `session.connect({ connectorId: spanningId(connectors) })`. The same for any order; one connector keeps its own id.
 */
export function spanningId(connectors: readonly Pick<ConnectorContribution, 'id'>[]): string {
  const ids = connectors.map(({ id }) => id).sort()
  return ids.length > 1 ? walletPrefix + ids.map(encodePart).join('+') : (ids[0] ?? '')
}
