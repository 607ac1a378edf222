import type { HttpService } from '@latchkey/kernel/plugin'
import { createRpc } from '../lazy/rpc.js'
import { lamports } from '../lazy/rpcSchemas.js'
import type { SolanaNetwork } from '../networks.js'

/**
 * Makes what asks the nodes of a network how many lamports an account of some bytes must hold. The network lowers it now and
 * then, so that no number can be kept.
 *
 * @throws BaseError what the node said; NetworkError `SOLANA_RPC_UNREACHABLE`. Both when it is asked.
 */
export function createRentReader(http: HttpService, network: SolanaNetwork) {
  const rpc = createRpc(http)
  return (bytes: number, signal?: AbortSignal): Promise<bigint> =>
    rpc.call(network, {
      method: 'getMinimumBalanceForRentExemption',
      params: [bytes, { commitment: network.commitment ?? 'confirmed' }],
      schema: lamports,
      signal,
    })
}
