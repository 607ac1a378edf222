import { type BaseError, type HttpService, isKernelError, parse, type Schema } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { SolanaNetwork } from '../networks.js'
import { isEndpointFault, nodeErrorFrom } from './nodeErrors.js'
import { rpcAnswer } from './rpcAnswer.js'

export interface RpcCall<T> {
  readonly method: string
  readonly params: readonly unknown[]
  /** What `result` must look like. */
  readonly schema: Schema<T>
  readonly signal?: AbortSignal | undefined
  /** Told of each endpoint that failed before another one is asked. */
  onFault?(fault: unknown): void
}

/** JSON-RPC to the nodes of a network. */
export interface SolanaRpc {
  /**
   * Asks the endpoints in turn, the one that answered last first, until one answers. What a node says about the
   * request itself is an answer; being busy, behind, unreachable or without the method is not.
   *
   * @throws BaseError what the node said, by code; NetworkError `SOLANA_RPC_UNREACHABLE` when no endpoint answered.
   */
  call<T>(network: SolanaNetwork, call: RpcCall<T>): Promise<T>
}

/** With one endpoint, a passing fault is worth waiting for; with several, the next one is quicker. */
const retriesOfOnly = 2

export function createRpc(http: HttpService): SolanaRpc {
  const preferred = new Map<string, number>()

  async function ask<T>(network: SolanaNetwork, url: string, call: RpcCall<T>): Promise<T> {
    const { method, params, schema, signal } = call
    const what = `The RPC endpoint of ${network.name}`
    const answer = await http.request({
      url,
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method, params },
      schema: rpcAnswer,
      what,
      retries: network.rpcUrls.length === 1 ? retriesOfOnly : 0,
      ...(signal ? { signal } : {}),
    })
    if (answer.error) throw nodeErrorFrom(answer.error)
    return parse(schema, answer.result, `${what} (${method})`)
  }

  return {
    async call(network, call) {
      const count = network.rpcUrls.length
      const first = preferred.get(network.id) ?? 0
      let last: unknown
      for (let step = 0; step < count; step += 1) {
        const index = (first + step) % count
        try {
          const result = await ask(network, network.rpcUrls[index] as string, call)
          preferred.set(network.id, index)
          return result
        } catch (error) {
          call.signal?.throwIfAborted()
          if (!isEndpointFault(error)) throw error
          last = error
          call.onFault?.(error)
        }
      }
      throw unreachable(network, call.method, last)
    },
  }
}

function unreachable(network: SolanaNetwork, method: string, cause: unknown): BaseError {
  return new NetworkError(`${network.name} could not be reached. Check the connection and try again.`, {
    code: 'SOLANA_RPC_UNREACHABLE',
    parameters: { network: network.name },
    cause,
    metaMessages: [
      `None of ${network.rpcUrls.length} endpoints answered ${method}.`,
      ...(isKernelError(cause) ? [`The last one: ${cause.shortMessage}`] : []),
    ],
  })
}
