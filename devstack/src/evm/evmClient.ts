import {
  type Chain,
  type Client,
  createTestClient,
  http,
  type PublicActions,
  publicActions,
  type TestActions,
  type Transport,
  type WalletActions,
  walletActions,
} from 'viem'

/** A viem client with public, wallet and test actions for one local chain. It holds no account. */
export type EvmClient = Client<
  Transport,
  Chain,
  undefined,
  undefined,
  TestActions & PublicActions<Transport, Chain> & WalletActions<Chain, undefined>
>

export function createEvmClient(chain: Chain): EvmClient {
  return createTestClient({ chain, mode: 'anvil', transport: http(), pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
