import {
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  type RpcFromTransport,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'

/** kit's RPC client, for the methods of every cluster. */
export type SolanaKitRpc = RpcFromTransport<SolanaRpcApi, RpcTransport>

/** kit's RPC client over several endpoints. Asks the one that answered last first, then the others in their order. */
export function createKitRpc(rpcUrls: readonly string[]): SolanaKitRpc {
  const transports = rpcUrls.map((url) => createDefaultRpcTransport({ url }))
  let preferred = 0
  const transport: RpcTransport = async <Answer>(request: Parameters<RpcTransport>[0]) => {
    const first = preferred
    let last: unknown
    for (let step = 0; step < transports.length; step += 1) {
      const index = (first + step) % transports.length
      try {
        const answer = await (transports[index] as RpcTransport)<Answer>(request)
        preferred = index
        return answer
      } catch (error) {
        request.signal?.throwIfAborted()
        last = error
      }
    }
    throw last
  }
  return createSolanaRpcFromTransport(transport)
}
