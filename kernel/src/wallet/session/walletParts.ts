import type { ConnectorContribution } from '../../contracts/points/connector.js'

// Plugins prefix ids with their own; no wallet that announces itself can take this one.
export const walletPrefix = 'wallet+'

// Nor this one.
const heldPrefix = 'held+'
const nameLimit = 100

const encodePart = (part: string) => part.replace(/[%+]/g, encodeURIComponent)
const decodePart = (part: string) => part.replace(/%2[5B]/g, decodeURIComponent)

/** The id of a connection: its connector's, or with a name of its own where the connector holds several. */
export function connectionIdOf(connectorId: string, name: unknown): string {
  if (typeof name !== 'string' || name === '') return connectorId
  return `${heldPrefix}${encodePart(connectorId)}+${encodePart(name.slice(0, nameLimit))}`
}

/** The connector of a connection, and what the connector calls the connection, where it holds several. */
export function readConnectionId(connectionId: string): {
  readonly connectorId: string
  readonly name?: string
} {
  if (!connectionId.startsWith(heldPrefix)) return { connectorId: connectionId }
  const [connectorId = '', name = ''] = connectionId.slice(heldPrefix.length).split('+').map(decodePart)
  return { connectorId, name }
}

/** Ids of the connectors behind a connector id: those a spanning id names, or the id itself. */
export function partsOf(connectorId: string): readonly string[] {
  if (!connectorId.startsWith(walletPrefix)) return [connectorId]
  return connectorId.slice(walletPrefix.length).split('+').map(decodePart)
}

/** The listed connectors behind the id of a connector or a connection, in the list's order; none unless all of them are there. */
export function connectorsOf(
  connectors: readonly ConnectorContribution[],
  connectorId: string,
): readonly ConnectorContribution[] {
  const parts = partsOf(readConnectionId(connectorId).connectorId)
  const found = connectors.filter(({ id }) => parts.includes(id))
  return found.length === new Set(parts).size ? found : []
}
