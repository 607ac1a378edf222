import type { NamespaceId } from '../../contracts/caip.js'
import type { ConnectorContribution, ConnectRequest } from '../../contracts/points/connector.js'
import { createSpanningParts, type Share } from './createSpanningParts.js'
import { spanningId } from './spanningId.js'

/**
 * Several connectors of one wallet as one connector over all their namespaces. Connecting opens them one after
 * another, as a person can answer one question at a time; the first that fails fails all, and those already open
 * are ended. The connection ends as one. A part that the wallet ends takes only its own namespaces with it.
 *
 * @param connectors Of one wallet, for different namespaces. A single one is returned as it is.
 * @param isConnected Whether a connector is connected on its own: then a failure lets go of it without ending it.
 */
export function spanningConnector(
  connectors: readonly [ConnectorContribution, ...ConnectorContribution[]],
  isConnected: (connectorId: string) => boolean = () => false,
): ConnectorContribution {
  const [first, ...others] = connectors
  if (others.length === 0) return first
  const icon = connectors.find((connector) => connector.icon !== undefined)?.icon
  return {
    id: spanningId(connectors),
    name: first.name,
    group: first.group,
    namespaces: [...new Set(connectors.flatMap(({ namespaces }) => namespaces))],
    ...(icon === undefined ? {} : { icon }),
    readiness: () =>
      connectors.map((connector) => connector.readiness()).find((state) => state !== 'installed') ??
      'installed',
    async connect(request) {
      const parts = createSpanningParts(request)
      for (const share of shares(connectors, request)) {
        try {
          parts.add(share, await share.connector.connect(parts.requestOf(share)))
          request.signal.throwIfAborted()
        } catch (error) {
          await parts.giveUp(isConnected)
          throw error
        }
      }
      return parts.complete()
    },
    async restore(request) {
      const parts = createSpanningParts(request)
      const answers = await Promise.allSettled(
        shares(connectors, request).map(async (share) => {
          const connection = await share.connector.restore?.(parts.requestOf(share))
          if (connection) parts.add(share, connection)
        }),
      )
      if (parts.isOpen()) return parts.complete()
      const failure = answers.find((answer) => answer.status === 'rejected')
      if (failure) throw failure.reason
      return undefined
    },
  }
}

/** Which connector is asked for which of the namespaces. A namespace goes to the first that serves it. */
function shares(connectors: readonly ConnectorContribution[], request: ConnectRequest): readonly Share[] {
  const taken = new Set<NamespaceId>()
  return connectors.flatMap((connector) => {
    const namespaces = request.namespaces.filter((id) => connector.namespaces.includes(id) && !taken.has(id))
    for (const id of namespaces) taken.add(id)
    return namespaces.length > 0 ? [{ connector, namespaces }] : []
  })
}
