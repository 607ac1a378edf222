// A chain and a source of swaps that do what a test says. Not published.
import {
  Balance,
  type CallsDecision,
  callsKey,
  capability,
  type FeeForecast,
  Prices,
  type PreparedCalls,
} from '@latchkey/kernel/contracts'
import { definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { fakeNamespace } from '@latchkey/kernel/testing'
import { minimumOf } from '../src/minimumOf.js'
import { type SwapQuoteRequest, SwapSource, swapSource, type SwapToken } from '../src/index.js'

const ExampleCalls = callsKey<{ readonly of: string }>('eip155')
const coin = { symbol: 'COIN', decimals: 18, name: 'Coin' }
const usd = {
  address: '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  symbol: 'USD',
  decimals: 6,
  name: 'Dollar',
}
export const odd = {
  address: '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',
  symbol: 'ODD',
  decimals: 6,
  name: 'Oddity',
}
export const spender = '0xcccccccccccccccccccccccccccccccccccccccc'
export const alice = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** What the chain and the source do next. */
export const world: {
  fault: unknown
  submit: () => Promise<string>
  decide: Promise<CallsDecision>
  allowed: bigint
  recommended: bigint | undefined
  /** Price of one coin elsewhere; the dollar costs 1. */
  price: string | undefined
  /** Listed beside the coin and the dollar. The account holds none of them. */
  more: readonly SwapToken[]
  /** The list of tokens waits for it. */
  listed: Promise<unknown>
  /** Quotes wait for it. */
  quoted: Promise<unknown>
  /** What the wallet would do waits for it. */
  prepared: Promise<unknown>
  /** The likely fee and who pays it, as the chain tells. */
  forecast: FeeForecast
} = {
  fault: undefined,
  submit: async () => '0x1',
  decide: new Promise(() => {}),
  allowed: 0n,
  recommended: undefined,
  price: undefined,
  more: [],
  listed: Promise.resolve(),
  quoted: Promise.resolve(),
  prepared: Promise.resolve(),
  forecast: {},
}

const prepare = async ({
  calls,
}: {
  readonly calls: readonly { readonly of: string }[]
}): Promise<PreparedCalls> => {
  const isApproval = calls.every(({ of }) => of === 'approve')
  let isGiven = false
  await world.prepared
  return {
    fee: { value: 10n ** 14n, decimals: 18, symbol: 'COIN' },
    ...world.forecast,
    changes: isApproval
      ? []
      : [
          { address: alice, asset: usd.address, amount: { value: -5_000_000n, decimals: 6, symbol: 'USD' } },
          { address: alice, amount: { value: 10n ** 17n, decimals: 18, symbol: 'COIN' } },
        ],
    allowances: [],
    notices: [],
    atomic: true,
    steps: 1,
    async submit() {
      isGiven = true
      const id = await world.submit()
      if (isApproval) world.allowed = 5_000_000n
      return {
        id,
        wait: () =>
          isApproval ? Promise.resolve({ status: 'confirmed', transactions: [id] }) : world.decide,
      }
    },
    isHandedOver: () => isGiven,
  }
}

export const chain = definePlugin({
  id: 'test.chain',
  kernel: '^1.0.0',
  provides: [Prices],
  setup(context) {
    context.provide(Prices, () => ({
      read: async ({ address }) => world.price && (address === undefined ? world.price : '1'),
    }))
    const calls = capability(ExampleCalls, {
      support: async () => ({ atomic: 'ready' as const }),
      prepare,
    })
    const balance = capability(Balance, {
      native: async () => ({ value: 10n ** 18n, decimals: 18, symbol: 'COIN' }),
      tokens: async ({ tokens = [] }) =>
        tokens.map((token) => {
          const isMore = world.more.some(({ address }) => address === token.address)
          const value = isMore ? 0n : 9_000_000n
          return { token, value, decimals: token.decimals, symbol: token.symbol }
        }),
    })
    context.add(Namespace, fakeNamespace('eip155', ['1'], { capabilities: [calls, balance] }))
    const load = async () => ({
      async tokens() {
        await world.listed
        return [coin, usd, ...world.more]
      },
      findToken: async ({ address }: { readonly address: string }) =>
        address === odd.address ? odd : undefined,
      async quote({ sell, buy, amount, ...asked }: SwapQuoteRequest) {
        await world.quoted
        if (world.fault) throw world.fault
        const { recommended: recommendedSlippage } = world
        const slippage = (asked.isSlippageAutomatic && recommendedSlippage) || asked.slippage
        return {
          sold: { ...sell, value: amount },
          bought: { ...buy, value: 10n ** 17n },
          minimum: { ...buy, value: minimumOf(10n ** 17n, slippage) },
          slippage,
          ...(recommendedSlippage === undefined ? {} : { recommendedSlippage }),
          priceImpact: 2_000n,
          fees: [{ kind: 'provider' as const, amount: { ...buy, value: 10n ** 14n }, receiver: spender }],
          route: [
            { venue: 'Pool one', sell, buy: odd },
            { venue: 'Pool two', sell: odd, buy },
          ],
          validUntil: Number.MAX_SAFE_INTEGER,
          allowance: { spender, current: world.allowed, needed: amount },
        }
      },
      calls: async () => ({
        approvals: world.allowed > 0n ? [] : [{ of: 'approve' }],
        swap: [{ of: 'swap' }],
        revoke: [{ of: 'approve' }],
      }),
      targets: () => [],
    })
    const source = { id: 'test.source', name: 'Pools', supports: () => true, load }
    context.add(SwapSource, swapSource(ExampleCalls, source))
  },
})

/** As it is at the start. */
export function resetWorld(): void {
  Object.assign(world, {
    fault: undefined,
    submit: async () => '0x1',
    decide: new Promise(() => {}),
    allowed: 0n,
    recommended: undefined,
    price: undefined,
    more: [],
    listed: Promise.resolve(),
    quoted: Promise.resolve(),
    prepared: Promise.resolve(),
    forecast: {},
  })
}
