import { publicActions } from 'viem'
import type { EvmClient } from '../clients.js'
import type { EvmPublicClient } from '../evmWalletClient.js'

/** The network's client with viem's reading actions as methods. */
export function createPublicClient(client: EvmClient): EvmPublicClient {
  return client.extend(publicActions)
}
