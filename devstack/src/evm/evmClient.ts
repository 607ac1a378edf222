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

/** Milliseconds: a local node answers at once, unless the whole machine is busy. */
const PATIENCE = 60_000

export function createEvmClient(chain: Chain): EvmClient {
  const transport = http(undefined, { timeout: PATIENCE })
  return createTestClient({ chain, mode: 'anvil', transport, pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
