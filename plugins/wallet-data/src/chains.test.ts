// The suite that every provider passes, run against the other chains themselves, on real nodes.
import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type CountingProxy, startCountingProxy } from '../test/countingProxy.js'
import { harnessOf } from '../test/harness.js'
import { walletDataSuite } from './testing/index.js'

describe('Solana', () => {
  let stack: SolanaStack
  let node: CountingProxy
  beforeAll(async () => {
    stack = await startSolana()
    node = await startCountingProxy(stack.url)
  }, 120_000)
  afterAll(async () => {
    await node?.stop()
    await stack?.stop()
  })

  const networkOf = (url: string) =>
    defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Local', rpcUrls: [url] })
  async function create() {
    const network = networkOf(node.url)
    const { address } = stack.accounts[0]!
    const { usd, gold } = stack.mints
    const tokens = { [network.id]: [{ address: usd.address, symbol: 'USD', name: 'Dollar', decimals: 2 }] }
    return harnessOf(
      solana({ networks: [network] }),
      { tokens },
      {
        networkId: network.id,
        address,
        coin: await stack.balanceOf(address),
        tokens: [usd, gold].map((mint) => ({
          address: mint.address,
          decimals: mint.decimals,
          value: 1_000_000n * 10n ** BigInt(mint.decimals),
        })),
        source: 'chain',
      },
      [node],
    )
  }
  walletDataSuite({ test, create })

  it('calls tokens what the list calls them, and places the point where the chain does', async () => {
    const { holdings, facts } = await create()
    const answer = await holdings!.read(facts)
    const found = answer.holdings.map(({ name, amount }) => [name, amount.symbol, amount.decimals])
    expect(found).toContainEqual(['Dollar', 'USD', 6])
    expect(found).toHaveLength(3)
  })
})

describe('Bitcoin', () => {
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const networkId: NetworkId = bitcoinRegtest.id
  let stack: BitcoinStack
  let node: CountingProxy
  let transaction: string
  beforeAll(async () => {
    stack = await startBitcoin()
    node = await startCountingProxy(stack.url)
    transaction = await stack.faucet(address, 123_456_789n)
    await stack.faucet(address, 1n * 10n ** 8n)
  }, 120_000)
  afterAll(async () => {
    await node?.stop()
    await stack?.stop()
  })

  walletDataSuite({
    test,
    create: async () =>
      harnessOf(
        bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: node.url } }),
        {},
        {
          networkId,
          address,
          spelling: address.toUpperCase(),
          coin: await stack.balanceOf(address),
          tokens: [],
          source: 'chain',
          transaction,
        },
        [node],
      ),
  })
})

describe('Polkadot', () => {
  let stack: PolkadotStack
  beforeAll(async () => {
    stack = await startPolkadot()
  }, 120_000)
  afterAll(() => stack?.stop())

  walletDataSuite({
    test,
    async create() {
      const network = definePolkadotNetwork({
        genesisHash: stack.genesisHash,
        ss58Prefix: stack.ss58Prefix,
        name: 'Local',
        nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
        rpcUrls: [stack.url],
      })
      const { address } = stack.accounts[0]!
      const coin = await stack.balanceOf(address)
      const facts = { networkId: network.id, address, coin, tokens: [], source: 'chain' } as const
      return harnessOf(polkadot({ networks: [network] }), {}, facts)
    },
  })
})
