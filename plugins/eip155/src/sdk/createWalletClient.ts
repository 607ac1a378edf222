import { createWalletClient as createViemWalletClient, custom } from 'viem'
import type { EvmClient } from '../clients.js'
import type { Eip1193Provider } from '../provider.js'
import type { EvmWalletClient } from '../evmWalletClient.js'

/** viem's client of one account of a wallet. viem itself refuses to send while the wallet is on another chain. */
export function createWalletClient(
  address: `0x${string}`,
  provider: Eip1193Provider,
  { chain }: EvmClient,
): EvmWalletClient {
  return createViemWalletClient({ account: address, chain, transport: custom(provider) })
}
