import {
  Balance,
  type CallsDecision,
  callsKey,
  capability,
  type PreparedCalls,
  Prices,
} from '@latchkey/kernel/contracts'
import { BaseError, definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeNamespace } from '@latchkey/kernel/testing'
import {
  type SwapController,
  Swapper,
  type SwapperService,
  type SwapQuoteRequest,
  SwapSource,
  swapSource,
} from '@latchkey/plugin-swap'
import { swap } from '@latchkey/plugin-swap/react'
import { alice, connectorOf, connectWallet, mainnet } from './featureParts.js'
import { click, findTestId, makeKernel, type Screen } from './screen.js'

const ScreenCalls = callsKey<{ readonly of: string }>('eip155')
const ether = { symbol: 'ETH', decimals: 18, name: 'Ether' }
const usd = {
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  decimals: 6,
  name: 'USD Coin',
}
const odd = {
  address: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB',
  symbol: 'ODD',
  decimals: 18,
  name: 'Oddity',
}
const spender = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

/** What the chain and the market do next. */
interface World {
  fault?: Error
  submit: () => Promise<string>
  decision: Promise<CallsDecision>
  priceImpact: bigint
  recommended?: bigint
  /** Price of one ether elsewhere; USDC costs one dollar. */
  price?: string
}

const makeWorld = (): World => ({
  submit: () => new Promise(() => {}),
  decision: new Promise(() => {}),
  priceImpact: 12n,
})

const prepared = (world: World, isApproval: boolean): PreparedCalls => ({
  fee: { value: 21n * 10n ** 14n, decimals: 18, symbol: 'ETH' },
  changes: isApproval
    ? []
    : [
        {
          address: alice.address,
          asset: usd.address,
          amount: { value: -1_500_000_000n, decimals: 6, symbol: 'USDC' },
        },
        { address: alice.address, amount: { value: 48n * 10n ** 16n, decimals: 18, symbol: 'ETH' } },
      ],
  allowances: [],
  notices: [],
  atomic: true,
  steps: 1,
  async submit() {
    const id = await world.submit()
    return {
      id,
      wait: () =>
        isApproval ? Promise.resolve({ status: 'confirmed' as const, transactions: [id] }) : world.decision,
    }
  },
  isHandedOver: () => false,
})

function market(world: World, allowance: bigint) {
  return definePlugin({
    id: 'screens.market',
    kernel: '^1.0.0',
    provides: [Prices],
    setup(context) {
      context.provide(Prices, () => ({
        read: async ({ address }) => world.price && (address === undefined ? world.price : '1'),
      }))
      const calls = capability(ScreenCalls, {
        support: async () => ({ atomic: 'unsupported' as const }),
        prepare: async (request) =>
          prepared(
            world,
            request.calls.every(({ of }) => of === 'approve'),
          ),
      })
      const balance = capability(Balance, {
        native: async () => ({ value: 2_413n * 10n ** 15n, decimals: 18, symbol: 'ETH' }),
        tokens: async ({ tokens = [] }) =>
          tokens.map((token) => ({
            token,
            value: 4_200_000_000n,
            decimals: token.decimals,
            symbol: token.symbol,
          })),
      })
      context.add(
        Namespace,
        fakeNamespace('eip155', [], { networks: [mainnet], capabilities: [calls, balance] }),
      )
      const load = async () => ({
        tokens: async () => [ether, usd],
        findToken: async ({ address }: { readonly address: string }) =>
          address === odd.address ? odd : undefined,
        async quote({ sell, buy, amount, ...asked }: SwapQuoteRequest) {
          if (world.fault) throw world.fault
          const { recommended } = world
          const slippage = (asked.isSlippageAutomatic && recommended) || asked.slippage
          const bought = 48n * 10n ** 16n
          return {
            sold: { ...sell, value: amount },
            bought: { ...buy, value: bought },
            minimum: { ...buy, value: (bought * (10_000n - slippage)) / 10_000n },
            slippage,
            ...(recommended === undefined ? {} : { recommendedSlippage: recommended }),
            priceImpact: world.priceImpact,
            fees: [{ kind: 'provider' as const, amount: { ...buy, value: 10n ** 14n }, receiver: spender }],
            route: [{ venue: 'Uniswap', sell, buy }],
            validUntil: Number.MAX_SAFE_INTEGER,
            allowance: { spender, current: allowance, needed: amount },
          }
        },
        calls: async () => ({
          approvals: allowance > 0n ? [] : [{ of: 'approve' }],
          swap: [{ of: 'swap' }],
          revoke: [{ of: 'approve' }],
        }),
        targets: () => [],
      })
      context.add(
        SwapSource,
        swapSource(ScreenCalls, { id: 'screens.market', name: 'Pools', supports: () => true, load }),
      )
    },
  })
}

interface Played {
  readonly swapper: SwapperService
  readonly controller: SwapController
  readonly world: World
}

function played(name: string, act: (played: Played) => unknown, allowance = 10n ** 12n): Screen {
  return {
    id: `swap/${name}`,
    stage: () => {
      const world = makeWorld()
      const kernel = makeKernel([market(world, allowance), connectorOf([alice]), swap()])
      return {
        kernel,
        act: async () => {
          await connectWallet(kernel)
          const swapper = kernel.get(Swapper)
          const controller = await swapper.load()
          await swapper.open(name === 'empty' ? {} : { fromToken: 'USDC', toToken: 'ETH', amount: '1500' })
          await findTestId('swap-form')
          await act({ swapper, controller, world })
        },
      }
    },
  }
}

async function preview({ controller }: Played): Promise<void> {
  await findTestId('swap-rate')
  await controller.preview()
  await findTestId('swap-preview-view')
}

async function confirm(played: Played, submit: World['submit'], shown: string): Promise<void> {
  await preview(played)
  played.world.submit = submit
  void played.controller.confirm(played.swapper.state.preview, played.swapper.state.preview?.dangers)
  await findTestId(shown)
}

const decided = (decision: CallsDecision) => async (played: Played) => {
  played.world.decision = Promise.resolve(decision)
  await confirm(played, async () => '0x1', `swap-${decision.status}`)
}

/** Swapping over a market in memory. */
export const swapScreens: readonly Screen[] = [
  played('empty', () => {}),
  played('quoted', () => findTestId('swap-rate')),
  played('impact', async ({ controller, world }) => {
    world.priceImpact = 2_000n
    controller.setAmount('1501')
    await findTestId('swap-impact-extreme')
  }),
  played('below-price', async ({ controller, world }) => {
    world.price = '3000'
    controller.setAmount('1501')
    await findTestId('swap-below-price')
  }),
  played('slippage-high', async ({ controller }) => {
    controller.setSlippage(2_000n)
    await findTestId('swap-slippage-high')
  }),
  played('slippage-automatic', async ({ controller, world }) => {
    world.recommended = 35n
    controller.setAmount('1501')
    await click('swap-slippage-open')
    await click('swap-slippage-automatic')
    await findTestId('swap-rate')
  }),
  played('failing', async ({ controller, world }) => {
    world.fault = new BaseError('The service is away.', { code: 'SWAP_SOURCE_FAILED' })
    controller.setAmount('1501')
    await findTestId('swap-retry')
  }),
  played('tokens', async () => {
    await click('swap-select-token-button-toToken')
    await findTestId('swap-suggested')
  }),
  played('token-unknown', async ({ controller }) => {
    await controller.findToken(odd.address)
    controller.chooseToken('buy', odd)
    await findTestId('swap-unknown-token')
  }),
  played('preview', preview),
  played('preview-approval', preview, 0n),
  played('declined', (state) =>
    confirm(state, () => Promise.reject(new UserRejectedError()), 'swap-told-declined'),
  ),
  played('asking', (state) => confirm(state, () => new Promise(() => {}), 'swap-asking')),
  played('pending', (state) => confirm(state, async () => '0x1', 'swap-pending')),
  played('confirmed', decided({ status: 'confirmed', transactions: ['0x1'] })),
  played('failed', decided({ status: 'failed', transactions: ['0x1'] })),
]
