import type { NamespaceId } from '../../contracts/caip.js'
import type { ConnectorContribution, ConnectRequest } from '../../contracts/points/connector.js'
import type { BaseError } from '../../errors/base.js'
import { isUserRejection } from '../../errors/connector.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type { MissingPartsOptions } from './createMissingParts.js'
import { createSpanningParts, type Share } from './createSpanningParts.js'
import { spanningId } from './spanningId.js'

export interface SpanningOptions {
  /** Whether a connector is connected on its own: then a refusal lets go of it without ending it. */
  readonly isConnected?: ((connectorId: string) => boolean) | undefined
  /** Told of each part that could not be opened while others were. */
  readonly failed?: ((connectorId: string, error: BaseError) => void) | undefined
  /** How parts that share no account are followed while others do. Absent where sessions aren't taken up. */
  readonly missing?: MissingPartsOptions | undefined
}

/**
 * Several connectors of one wallet as one connector over all their namespaces. Connecting opens them one after
 * another, as a person can answer one question at a time. A person's no ends all of it, those already open too; a part
 * that fails otherwise is missing, and the others stay. The connection ends as one. A part that the wallet ends takes
 * only its own namespaces with it.
 *
 * @param connectors Of one wallet, for different namespaces. A single one is returned as it is.
 */
export function spanningConnector(
  connectors: readonly [ConnectorContribution, ...ConnectorContribution[]],
  { isConnected = () => false, failed, missing }: SpanningOptions = {},
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
      const parts = createSpanningParts(request, missing)
      const faults: (readonly [connectorId: string, error: BaseError])[] = []
      for (const share of shares(connectors, request)) {
        try {
          parts.add(share, await share.connector.connect(parts.requestOf(share)))
          request.signal.throwIfAborted()
        } catch (cause) {
          const error = rpcErrorFrom(cause, { method: 'connect' })
          if (request.signal.aborted || isUserRejection(error)) {
            await parts.giveUp(isConnected)
            throw cause
          }
          await parts.drop()
          faults.push([share.connector.id, error])
        }
      }
      const [first] = faults
      if (first && !parts.isOpen()) throw first[1]
      for (const fault of faults) failed?.(...fault)
      return parts.complete()
    },
    async restore(request) {
      const parts = createSpanningParts(request, missing)
      const asked = shares(connectors, request)
      const answers = await Promise.allSettled(
        asked.map(async (share) => {
          const connection = await share.connector.restore?.(parts.requestOf(share))
          if (connection) parts.add(share, connection)
        }),
      )
      if (parts.isOpen()) {
        for (const [index, share] of asked.entries())
          parts.awaitUnlessOpen(share, answers[index]?.status === 'fulfilled')
        return parts.complete()
      }
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
