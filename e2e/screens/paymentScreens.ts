import type { Kernel } from '@latchkey/kernel'
import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import {
  Balance,
  type BalanceChange,
  type CallsDecision,
  callsKey,
  capability,
  Holdings,
  History,
  PaymentRequest,
  Send,
  type SendDecision,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import { definePlugin, Namespace, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeNamespace, fakeNetwork } from '@latchkey/kernel/testing'
import {
  FundWalletRoute,
  Onramp,
  OnrampActivityRoute,
  OnrampAssetRoute,
  OnrampCountryRoute,
  OnrampCurrencyRoute,
  WhatIsABuyRoute,
  type OnrampController,
  OnrampProvider,
  type OnrampStatus,
} from '@latchkey/plugin-onramp'
import { fundWallet, onramp } from '@latchkey/plugin-onramp/react'
import {
  type Bill,
  Exchange,
  ExchangeDepositRoute,
  type ExchangeStatus,
  type PayController,
  Payer,
  PaymentSwap,
  type PayService,
} from '@latchkey/plugin-pay'
import { exchangeDeposits, pay } from '@latchkey/plugin-pay/react'
import { receive } from '@latchkey/plugin-receive/react'
import { alice, connectorOf, connectWallet, mainnet } from './featureParts.js'
import { click, findTestId, makeKernel, type Screen, until } from './screen.js'

const { nativeCurrency } = mainnet
const solana = fakeNetwork('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', {
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
})
const base = fakeNetwork('eip155:8453', { name: 'Base', nativeCurrency })
const ScreenCalls = callsKey<unknown>('eip155')
const shop = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const usd = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ether = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })
const dollars = (value: bigint) => ({ value, decimals: 6, symbol: 'USDC' })

/** What the chain, the wallet, the exchange and the provider do next. */
interface World {
  submit: () => Promise<string>
  decision: Promise<SendDecision>
  swapped: Promise<CallsDecision>
  exchange: ExchangeStatus
  isSwapFirst: boolean
  quote: 'given' | 'none' | 'fails'
  status: OnrampStatus | undefined
  records: TransactionRecord[]
}

const makeWorld = (): World => ({
  submit: () => new Promise(() => {}),
  decision: new Promise(() => {}),
  swapped: new Promise(() => {}),
  exchange: { status: 'pending' },
  isSwapFirst: false,
  quote: 'given',
  status: undefined,
  records: [],
})

function capabilitiesOf(world: World) {
  const gains: readonly BalanceChange[] = [
    { address: alice.address, amount: ether(-4_900_000_000_000_000n) },
    { address: alice.address, amount: dollars(world.isSwapFirst ? 12_620_000n : 120_000n), asset: usd },
  ]
  const shared = { fee: ether(63n * 10n ** 12n), notices: [], isHandedOver: () => true }
  return [
    capability(Balance, { native: async () => ether(2n * 10n ** 18n) }),
    capability(History, { read: async () => ({ transactions: world.records }) }),
    capability(PaymentRequest, {
      amounts: true,
      tokens: true,
      create: async ({ address }) => ({ address, uri: `ethereum:${address}` }),
    }),
    capability(Send, {
      tokens: true,
      maximum: async () => ether(2n * 10n ** 18n),
      prepare: async () => ({
        ...shared,
        submit: async () => ({ id: await world.submit(), wait: () => world.decision }),
      }),
      ...(world.isSwapFirst ? {} : { calls: async () => [{}] }),
    }),
    capability(ScreenCalls, {
      support: async () => ({ atomic: 'supported' as const }),
      prepare: async () => ({
        ...shared,
        changes: gains,
        allowances: [],
        atomic: true,
        steps: 1,
        submit: async () => ({ id: await world.submit(), wait: () => world.swapped }),
      }),
    }),
  ]
}

const chainOf = (world: World) =>
  definePlugin({
    id: 'screens.chain',
    kernel: '^1.0.0',
    provides: [Holdings],
    setup(context) {
      context.provide(Holdings, () => ({
        read: async ({ networkId }) => ({
          source: 'chain',
          problems: [],
          holdings: [
            { networkId, name: 'Ether', amount: ether(2n * 10n ** 18n) },
            { networkId, address: usd, name: 'USD Coin', amount: dollars(940_250_000n) },
          ],
        }),
      }))
      context.add(
        Namespace,
        fakeNamespace('eip155', [], {
          networks: [mainnet, base],
          capabilities: capabilitiesOf(world),
          isAddress: (text) => /^0x[\da-f]{40}$/i.test(text),
        }),
      )
      context.add(PaymentSwap, {
        id: 'screens.swap',
        namespace: 'eip155',
        supports: () => true,
        offer: async ({ units }) => ({
          sells: ether(4_900_000_000_000_000n),
          minimum: units,
          calls: [{}],
        }),
      })
      for (const [id, name] of [
        ['harbor', 'Harbor Exchange'],
        ['meridian', 'Meridian'],
      ] as const) {
        context.add(Exchange, {
          ...{ id, name, supports: () => true },
          link: async () => ({ url: 'https://exchange.example/pay/7', session: '7' }),
          status: async () => world.exchange,
        })
      }
      for (const [id, name, fee] of [
        ['north', 'North Pay', '1–2%'],
        ['lumen', 'Lumen', '3%'],
      ] as const) {
        context.add(OnrampProvider, {
          ...{ id, name, feeLabel: fee, origins: ['https://pay.example'], supports: () => true },
          load: async () => ({
            options: async () => ({
              assets: [
                { networkId: 'eip155:1', symbol: 'USDC', name: 'USD Coin', address: usd },
                { networkId: 'eip155:1', symbol: 'ETH', name: 'Ether' },
              ],
              currencies: ['USD', 'EUR', 'GBP'].map((code) => ({
                code,
                limits: [
                  { method: 'card', minimum: '10', maximum: '7500' },
                  { method: 'bank', minimum: '10', maximum: '25000' },
                ],
              })),
            }),
            ...(world.quote === 'none'
              ? {}
              : {
                  async quote({ asset, currency, amount }) {
                    if (world.quote === 'fails') throw new Error('No.')
                    const off = id === 'north' ? 2n : 3n
                    const left = `${BigInt(amount) - off}`
                    return {
                      ...{ id, asset, currency, total: amount, subtotal: left, receives: left },
                      fees: [
                        { kind: 'provider', amount: `${off - 1n}` },
                        { kind: 'network', amount: '1' },
                      ],
                      validUntil: Date.now() + 30_000,
                    }
                  },
                }),
            open: async ({ address, asset, currency, amount }) => ({
              ...{ address, asset, currency, amount },
              id: 's1',
              url: 'https://pay.example/buy?session=1',
            }),
            status: async () => world.status ?? { state: 'waiting' },
          }),
        })
      }
    },
  })

interface Setting {
  readonly world?: Partial<World>
  readonly isConnected?: boolean
  readonly hasSolana?: boolean
}

const solanaChain = definePlugin({
  id: 'screens.solana',
  kernel: '^1.0.0',
  setup: (context) => void context.add(Namespace, fakeNamespace('solana', [], { networks: [solana] })),
})

const plugins = (world: World) => [
  chainOf(world),
  connectorOf([alice]),
  onramp({ country: 'DE' }),
  receive(),
  pay(),
  exchangeDeposits(),
  fundWallet(),
]

const bill: Bill = {
  ...{ id: 'order-1042', asset: `eip155:1/erc20:${usd}`, amount: '12.50', decimals: 6, symbol: 'USDC' },
  ...{ receiver: shop, createdAt: 0, title: 'Harbour Coffee: three coffees and a cake' },
}

interface PayParts {
  readonly payer: PayService
  readonly controller: PayController
  readonly world: World
}

/** A bill on screen. */
function paying(
  name: string,
  go: (parts: PayParts) => unknown,
  { world: change = {}, isConnected = true, hasSolana = false }: Setting = {},
  given: Partial<Bill> = {},
): Screen {
  return {
    id: `pay/${name}`,
    stage() {
      const world = { ...makeWorld(), ...change }
      const kernel = makeKernel([...plugins(world), hasSolana && solanaChain], 'Example shop')
      return {
        kernel,
        async act() {
          if (isConnected) await connectWallet(kernel)
          const payer = kernel.get(Payer)
          const controller = await payer.load()
          void payer.pay({ ...bill, ...given })
          await findTestId('pay-view')
          await go({ payer, controller, world })
        },
      }
    },
  }
}

const chosen =
  (way: string, go: (parts: PayParts) => unknown = () => {}) =>
  async (parts: PayParts) => {
    await click(`pay-way-${way}`)
    await findTestId('pay-review-view')
    await go(parts)
  }
const own = `asset-${usd}`
const confirmed =
  (then: string, go: (parts: PayParts) => unknown = () => {}) =>
  async (parts: PayParts) => {
    await click('pay-confirm')
    await findTestId(then)
    await go(parts)
  }
/** The shop's next bill, after one whose wallet gave no answer, or sent it when nobody waited any more. */
const nextBill = (answer: 'lost' | 'late') =>
  chosen(own, async ({ payer, controller, world }) => {
    let send = (_: string) => {}
    const late = new Promise<string>((resolve) => {
      send = resolve
    })
    world.submit = () => (answer === 'lost' ? Promise.reject(new Error('The connection broke.')) : late)
    await click('pay-confirm')
    if (answer === 'late') {
      await findTestId('pay-asking')
      controller.forgetRequest()
    }
    await findTestId('pay-undecided')
    if (answer === 'late') {
      send('0xfeed')
      await findTestId('pay-pending')
    }
    void payer.pay({ ...bill, id: 'order-1043' })
    await findTestId('pay-view')
    await click(`pay-way-${own}`)
    await findTestId('pay-review-view')
  })
const sent = { submit: async () => '0xfeed' }
/** The payment as the chain's history has it, with what it cost. */
const paidRecord: TransactionRecord = {
  ...{ id: '0xfeed', networkId: 'eip155:1', operation: 'send', status: 'confirmed' },
  fee: ether(41n * 10n ** 12n),
  transfers: [],
}

const payScreens: readonly Screen[] = [
  paying('bill', () => findTestId(`pay-way-${own}`)),
  paying('bill-disconnected', () => findTestId('pay-connect'), { isConnected: false }),
  paying('bill-not-enough', () => findTestId(`pay-way-${own}`), {}, { amount: '1234567.891234' }),
  paying(
    'bill-networks',
    () => findTestId('pay-way-asset-eip155:8453-native'),
    {},
    { alternatives: [{ asset: 'eip155:8453', amount: '0.005', decimals: 18, symbol: 'ETH' }] },
  ),
  // Only a transfer on Solana carries a memo.
  paying(
    'bill-memo',
    () => findTestId('pay-memo'),
    { hasSolana: true, isConnected: false },
    {
      ...{ asset: solana.id, amount: '0.08', decimals: 9, symbol: 'SOL' },
      receiver: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
      memo: 'Order 1042, table 7',
    },
  ),
  paying('review', chosen(own)),
  paying('review-swap', chosen('swap-native')),
  paying('review-swap-first', chosen('swap-native'), { world: { isSwapFirst: true } }),
  paying('review-declined', chosen(own, confirmed('pay-told-declined')), {
    world: { submit: () => Promise.reject(new UserRejectedError()) },
  }),
  paying('review-may-repeat', nextBill('lost')),
  paying('review-sent-after-all', nextBill('late')),
  paying('asking', chosen(own, confirmed('pay-asking'))),
  paying('swapping', chosen('swap-native', confirmed('pay-swapping')), {
    world: { ...sent, isSwapFirst: true },
  }),
  paying('swapped', chosen('swap-native', confirmed('pay-told-swapped')), {
    world: {
      ...{ ...sent, isSwapFirst: true },
      swapped: Promise.resolve({ status: 'confirmed', transactions: ['0xfeed'] }),
    },
  }),
  paying('swap-failed', chosen('swap-native', confirmed('pay-view')), {
    world: {
      ...{ ...sent, isSwapFirst: true },
      swapped: Promise.resolve({ status: 'failed', transactions: ['0xfeed'] }),
    },
  }),
  paying('swap-unclear', chosen('swap-native', confirmed('pay-swap-unclear')), {
    world: {
      ...{ ...sent, isSwapFirst: true },
      swapped: Promise.resolve({ status: 'failed', isPartial: true, transactions: ['0xfeed'] }),
    },
  }),
  paying('pending', chosen(own, confirmed('pay-pending')), { world: sent }),
  paying(
    'paid',
    chosen(
      own,
      confirmed('pay-paid', () =>
        until(() =>
          document.querySelector('[data-testid="pay-paid-fee"]')?.textContent?.includes('0.000041'),
        ),
      ),
    ),
    {
      world: {
        ...{ ...sent, decision: Promise.resolve({ status: 'confirmed' }) },
        records: [paidRecord],
      },
    },
  ),
  paying('failed', chosen(own, confirmed('pay-failed')), {
    world: { ...sent, decision: Promise.resolve({ status: 'failed', reason: 'The token refused it.' }) },
  }),
  paying('undecided', chosen(own, confirmed('pay-undecided')), {
    world: { submit: () => Promise.reject(new Error('The connection broke.')) },
  }),
  paying('exchange', async () => {
    window.open = () => ({ location: {}, close() {} }) as never
    await click('pay-exchange-harbor')
    await findTestId('pay-exchange-page')
  }),
  paying(
    'exchange-reported',
    async () => {
      window.open = () => ({ location: {}, close() {} }) as never
      await click('pay-exchange-harbor')
      await findTestId('pay-reported')
    },
    { world: { exchange: { status: 'success', transaction: '0x7' } } },
  ),
]

interface BuyParts {
  readonly kernel: Kernel
  readonly controller: OnrampController
  readonly world: World
}

/** A view of buying, with an account connected. */
function buying(name: string, go: (parts: BuyParts) => unknown, world: Partial<World> = {}): Screen {
  return {
    id: `buy/${name}`,
    stage() {
      const own = { ...makeWorld(), ...world }
      const kernel = makeKernel(plugins(own), 'Example shop')
      return {
        kernel,
        async act() {
          // The window stays empty: the provider's page isn't ours.
          window.open = () => ({ location: { replace() {} }, close() {}, focus() {} }) as never
          await connectWallet(kernel)
          await go({ kernel, controller: await kernel.get(Onramp).load(), world: own })
        },
      }
    },
  }
}

const form = async ({ kernel }: BuyParts, amount = '100') => {
  await kernel.get(Onramp).open({ amount, asset: 'USDC' })
  await findTestId('onramp-form')
}
const quoted = async (parts: BuyParts) => {
  await form(parts)
  await until(() => document.querySelector('[data-testid="onramp-offer-north"]')?.textContent?.includes('98'))
}
/** Buys, and waits for a state of the purchase. */
const bought = (phase: string) => async (parts: BuyParts) => {
  await quoted(parts)
  await click('onramp-buy')
  await findTestId(`onramp-${phase}`)
}
const opened = (route: typeof OnrampAssetRoute, found: string) => async (parts: BuyParts) => {
  await form(parts)
  parts.kernel.get(Navigation).open(route)
  await findTestId(found)
}
const arrived = (value: bigint): TransactionRecord => ({
  ...{
    id: '0xa1',
    networkId: 'eip155:1',
    operation: 'receive',
    status: 'confirmed',
    minedAt: Date.now() + 60_000,
  },
  transfers: [{ direction: 'in', amount: dollars(value), asset: usd, from: shop }],
})
/** What the chain shows only once the purchase has begun. */
const later = (record: TransactionRecord) => async (parts: BuyParts, phase: string) => {
  await quoted(parts)
  await click('onramp-buy')
  // What was there before the purchase doesn't count.
  await findTestId('onramp-waiting')
  parts.world.records = [record]
  await findTestId(`onramp-${phase}`)
}

const buyScreens: readonly Screen[] = [
  buying('form', (parts) => form(parts, '')),
  buying('quotes', quoted),
  buying('no-price', (parts) => form(parts), { quote: 'none' }),
  buying('quotes-failed', (parts) => form(parts), { quote: 'fails' }),
  buying('amount-too-small', (parts) => form(parts, '5')),
  buying('assets', opened(OnrampAssetRoute, `onramp-asset-${usd}`)),
  buying('currencies', opened(OnrampCurrencyRoute, 'onramp-currency-USD')),
  buying('countries', opened(OnrampCountryRoute, 'onramp-country-search')),
  buying('waiting', bought('waiting')),
  buying('blocked', async (parts) => {
    await quoted(parts)
    window.open = () => null
    await click('onramp-buy')
    await findTestId('onramp-blocked')
  }),
  buying('paid', bought('paid'), { status: { state: 'paid' } }),
  buying('failed', bought('failed'), { status: { state: 'failed' } }),
  buying('refunded', bought('refunded'), { status: { state: 'refunded' } }),
  buying('partial', (parts) => later(arrived(49_000_000n))(parts, 'partial')),
  buying('arrived', (parts) => later(arrived(98_000_000n))(parts, 'arrived')),
  buying(
    'purchases',
    async (parts) => {
      await bought('failed')(parts)
      parts.kernel.get(Navigation).open(OnrampActivityRoute)
      await findTestId('onramp-purchase-failed')
    },
    { status: { state: 'failed' } },
  ),
  buying('no-purchases', ({ kernel }) => kernel.get(Navigation).open(OnrampActivityRoute)),
  buying('what-is-a-buy', ({ kernel }) => kernel.get(Navigation).open(WhatIsABuyRoute)),
  buying('fund-wallet', opened(FundWalletRoute, 'fund-exchange')),
  buying('deposit', opened(ExchangeDepositRoute, 'deposit-amount')),
  buying('account', ({ kernel }) => kernel.get(Navigation).open(AccountRoute)),
]

/** Buying, paying, and the one entry that gathers what brings funds. */
export const paymentScreens: readonly Screen[] = [...payScreens, ...buyScreens]
