import type { ConnectorContribution } from '../../contracts/points/connector.js'

// Plugins prefix ids with their own; no wallet that announces itself can take this one.
export const walletPrefix = 'wallet+'

export const encodePart = (part: string) => part.replace(/[%+]/g, encodeURIComponent)
const decodePart = (part: string) => part.replace(/%2[5B]/g, decodeURIComponent)

/** Ids of the connectors behind a connector id: those a spanning id names, or the id itself. */
export function partsOf(connectorId: string): readonly string[] {
  if (!connectorId.startsWith(walletPrefix)) return [connectorId]
  return connectorId.slice(walletPrefix.length).split('+').map(decodePart)
}

/** The listed connectors behind a connector id, in the list's order; none unless all of them are there. */
export function connectorsOf(
  connectors: readonly ConnectorContribution[],
  connectorId: string,
): readonly ConnectorContribution[] {
  const parts = partsOf(connectorId)
  const found = connectors.filter(({ id }) => parts.includes(id))
  return found.length === new Set(parts).size ? found : []
}
