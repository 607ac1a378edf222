import {
  type Closed,
  Balance,
  type BalanceRequest,
  capability,
  type TokenReference,
  Collectibles,
  type CollectiblesPage,
  type CollectiblesRequest,
  type Holding,
  Holdings,
  type HoldingsAnswer,
  type HoldingsRequest,
  type PriceRequest,
  Prices,
  TokenFacts,
  type TokenFactsCapability,
} from '@latchkey/kernel/contracts'
import { Connector, definePlugin, Namespace, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import {
  type FakeWallet,
  fakeAccount,
  fakeNamespace,
  fakeNetwork,
  fakeWallet,
} from '@latchkey/kernel/testing'
export const alice = '0xA11ce5000000000000000000000000000000A11c'
export const bob = '0xB0b0000000000000000000000000000000000B0b'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const one: NetworkId = 'eip155:1'
export const two: NetworkId = 'eip155:10'
export const testnet: NetworkId = 'eip155:11155111'

export const ether = (value: bigint, over: Partial<Holding> = {}): Holding => ({
  networkId: one,
  name: 'Ether',
  amount: { value, decimals: 18, symbol: 'ETH' },
  ...over,
})

export const token = (
  symbol: string,
  value: bigint,
  over: Partial<Holding> & { decimals?: number } = {},
): Holding => {
  const { decimals = 6, ...rest } = over
  return {
    networkId: one,
    address: `0x${symbol}`,
    name: `${symbol} token`,
    amount: { value, decimals, symbol },
    ...rest,
  }
}

export const answerOf = (
  holdings: readonly Holding[],
  over: Partial<HoldingsAnswer> = {},
): HoldingsAnswer => ({
  holdings,
  source: 'service',
  problems: [],
  ...over,
})

export interface TestWalletData {
  readonly plugins: readonly Plugin[]
  readonly wallet: FakeWallet
  /** What was asked of the provider of holdings, oldest first. */
  readonly asked: HoldingsRequest[]
  readonly askedPrices: PriceRequest[]
  readonly askedTokens: (BalanceRequest & { readonly tokens?: readonly TokenReference[] })[]
  readonly askedNative: BalanceRequest[]
  readonly askedCollectibles: CollectiblesRequest[]
  /** What is answered from now on. */
  answer: (request: HoldingsRequest) => HoldingsAnswer | Promise<HoldingsAnswer>
  native: () => bigint | Promise<bigint>
  tokens: (token: TokenReference) => bigint | undefined | Promise<bigint | undefined>
}

export interface TestWalletDataOptions {
  readonly price?: (request: PriceRequest) => Promise<string | undefined>
  readonly collectibles?: (request: CollectiblesRequest) => Promise<CollectiblesPage>
  /** Default alice and bob. */
  readonly addresses?: readonly string[]
  /** What the chain says of a token at an address. Without, it can't look tokens up. */
  readonly facts?: TokenFactsCapability['read']
  /** The end of the second network. */
  readonly closed?: Closed
  /** The chain cannot read tokens. */
  readonly noTokens?: boolean
}

/** A chain, a wallet on it, and a provider of holdings, in memory and steered by a test. */
export function testWalletData(options: TestWalletDataOptions = {}): TestWalletData {
  const { addresses = [alice, bob] } = options
  const wallet = fakeWallet({
    accounts: addresses.map((address) => fakeAccount(one, address)),
    networks: { eip155: one },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve', restore: 'approve' },
  })
  const data: TestWalletData = {
    wallet,
    asked: [],
    askedPrices: [],
    askedTokens: [],
    askedNative: [],
    askedCollectibles: [],
    answer: () => answerOf([ether(10n ** 18n)]),
    native: () => 10n ** 18n,
    tokens: () => 0n,
    plugins: [],
  }
  const networks = [
    fakeNetwork(one, { name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }),
    fakeNetwork(two, {
      name: 'Optimism',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      ...(options.closed && { closed: options.closed }),
    }),
    fakeNetwork(testnet, { name: 'Sepolia', testnet: true }),
  ]
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    setup(context) {
      const balance = {
        async native(request: BalanceRequest) {
          data.askedNative.push(request)
          return { value: await data.native(), decimals: 18, symbol: 'ETH' }
        },
        ...(options.noTokens
          ? {}
          : {
              async tokens(request: BalanceRequest & { readonly tokens?: readonly TokenReference[] }) {
                data.askedTokens.push(request)
                const found = await Promise.all(
                  (request.tokens ?? []).map(async (one) => ({ one, value: await data.tokens(one) })),
                )
                return found.flatMap(({ one, value }) =>
                  value === undefined
                    ? []
                    : [{ value, decimals: one.decimals, symbol: one.symbol, token: one }],
                )
              },
            }),
      }
      context.add(
        Namespace,
        fakeNamespace('eip155', [], {
          networks,
          isAddress: (text) => /^0x\w+$/.test(text),
          capabilities: [
            capability(Balance, balance),
            ...(options.facts ? [capability(TokenFacts, { read: options.facts })] : []),
          ],
        }),
      )
      context.add(Connector, wallet.connector)
    },
  })
  const provider = definePlugin({
    id: 'test.walletData',
    kernel: '^1.0.0',
    provides: [Holdings, ...(options.price ? [Prices] : []), ...(options.collectibles ? [Collectibles] : [])],
    setup(context) {
      const { price, collectibles } = options
      context.provide(Holdings, () => ({
        async read(request) {
          data.asked.push(request)
          return data.answer(request)
        },
      }))
      if (price) {
        context.provide(Prices, () => ({
          async read(request) {
            data.askedPrices.push(request)
            return price(request)
          },
        }))
      }
      if (collectibles) {
        context.provide(Collectibles, () => ({
          supports: (networkId) => networkId !== two,
          async read(request) {
            data.askedCollectibles.push(request)
            return collectibles(request)
          },
        }))
      }
    },
  })
  return Object.assign(data, { plugins: [chain, provider] })
}
