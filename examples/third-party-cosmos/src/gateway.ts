import { NetworkError, readField, untilAborted } from '@latchkey/kernel/chain'
import { Http, isKernelError, type NetworkId, type PluginContext } from '@latchkey/kernel/plugin'
import type * as z from 'zod/mini'
import type { CosmosNetwork } from './networks.js'

export interface Question {
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
}

export interface Asked<T> {
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  readonly schema: z.ZodMiniType<T>
}

/** How the gateway says that there's nothing of this name (yet). */
export const isMissing = (error: unknown): boolean =>
  isKernelError(error, 'HTTP_STATUS') && readField(error, 'status') === 404

export type Gateway = ReturnType<typeof createGateway>

/** Asks a chain's nodes, in their order, by the documented HTTP gateway of its gRPC services. */
export function createGateway(
  context: Pick<PluginContext, 'get' | 'signal'>,
  networks: readonly CosmosNetwork[],
) {
  return async function ask<T>(
    { networkId, signal }: Question,
    { path, query, body, schema }: Asked<T>,
  ): Promise<T> {
    const network = networks.find(({ id }) => id === networkId)
    const either = signal ? AbortSignal.any([signal, context.signal]) : context.signal
    let last: unknown
    for (const endpoint of network?.rpcUrls ?? []) {
      try {
        return await untilAborted(either, () =>
          context.get(Http).request({
            url: `${endpoint}${path}`,
            what: `The node of ${network?.name}`,
            schema,
            signal: either,
            retries: 1,
            ...(query && { query }),
            ...(body !== undefined && { method: 'POST', body }),
          }),
        )
      } catch (error) {
        // Another node wouldn't know what this one doesn't, and may take what this one refuses.
        if (either.aborted || isMissing(error)) throw error
        last = error
      }
    }
    throw new NetworkError(
      `${network?.name ?? networkId} can’t be reached right now. Try again in a moment.`,
      {
        code: 'NETWORK_UNREACHABLE',
        cause: last,
      },
    )
  }
}
