import {
  Balance,
  Calls,
  type CallsDecision,
  capability,
  Holdings,
  Prices,
  Send,
  type SendCapability,
  type SubmittedCalls,
} from '@latchkey/kernel/contracts'
import { App, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import {
  byTestId,
  findTestId,
  judge,
  settled,
  show,
  type Shown,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import { alice, bob, coin, ether, fakeSend, usdToken } from '../../../send/test/sendBench.js'
import {
  type Bill,
  Exchange,
  ExchangeDepositRoute,
  type ExchangeStatus,
  Payer,
  PaymentSwap,
  PayLoadingRoute,
  PayReviewRoute,
} from '../index.js'
import { exchangeDeposits, pay } from './index.js'
import { payMessages } from './payMessages.js'

/** What the chain and the exchange do next. */
const world = {
  chain: fakeSend(),
  exchange: { status: 'pending' } as ExchangeStatus,
  isSwapFirst: false,
  swapped: (_: string) => {},
  /** What is held is told after this. */
  held: Promise.resolve(),
  decide: (_: CallsDecision) => {},
}

const chain = definePlugin({
  id: 'test.chain',
  kernel: '^1.0.0',
  provides: [Holdings, Prices],
  setup(context) {
    context.provide(Prices, () => ({
      read: async ({ address }) => (address === undefined ? '2000' : '0.9995'),
    }))
    context.provide(Holdings, () => ({
      async read({ networkId }) {
        await world.held
        const amount = { value: 9_000_000n, decimals: 6, symbol: 'USD' }
        return {
          source: 'chain',
          problems: [],
          holdings: [
            { networkId, name: 'Coin', amount: coin(2n * ether) },
            { networkId, address: usdToken, name: 'Dollar', amount },
          ],
        }
      },
    }))
    const send = {
      tokens: true,
      prepare: (request) => (world.chain.capability.value as SendCapability).prepare(request),
      maximum: (request) => (world.chain.capability.value as SendCapability).maximum(request),
      get calls() {
        return world.isSwapFirst ? undefined : async () => [{}]
      },
    } as SendCapability
    const calls = capability(Calls, {
      support: async () => ({ atomic: 'unsupported' as const }),
      prepare: async () => ({
        fee: coin(10n ** 14n),
        changes: [
          {
            address: alice,
            amount: { value: 4_600_000n, decimals: 6, symbol: 'USD' },
            asset: usdToken,
          },
        ],
        notices: [
          { code: 'ACCOUNT_UPGRADE', message: 'Your account is upgraded.', severity: 'info' as const },
        ],
        atomic: false,
        steps: 3,
        submit: async (): Promise<SubmittedCalls> => {
          const id = await new Promise<string>((resolve) => {
            world.swapped = resolve
          })
          return {
            id,
            wait: () =>
              new Promise<CallsDecision>((resolve) => {
                world.decide = resolve
              }),
          }
        },
        isHandedOver: () => true,
      }),
    })
    const balance = capability(Balance, { native: async () => coin(2n * ether) })
    context.add(
      Namespace,
      fakeNamespace('eip155', ['1', '2'], { capabilities: [capability(Send, send), calls, balance] }),
    )
    context.add(PaymentSwap, {
      id: 'test.swap',
      namespace: 'eip155',
      supports: () => true,
      offer: async ({ units }) => ({ sells: coin(10n ** 15n), minimum: units, calls: [{}] }),
    })
    context.add(Exchange, {
      id: 'test.exchange',
      name: 'Example Exchange',
      supports: () => true,
      link: async () => ({ url: 'https://exchange.example/pay/7', session: '7' }),
      status: async () => world.exchange,
    })
  },
})

const views = watchViews()
const messages = markedMessages(payMessages)
/** Names of wallets, tokens, networks and exchanges, and digits of addresses. */
const names = [
  /\b(?:Test wallet|COIN|Coin|ETH|Ether|USDC|USD Coin|USD|Dollar|Example Exchange|Network eip155:[12]|Three coffees|Vitest Browser Tester)\b/g,
  // When it was asked for, in the host's locale.
  /\b(?:[A-Z][a-z]{2} \d{1,2}, \d{4}, )?\d{1,2}:\d{2}\s[AP]M\b/g,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
  /0x[\da-zA-Z]+(?:…[\da-zA-Z]+)?/g,
  /^[A-Z]{1,2}$/g,
]

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  world.chain = fakeSend()
  world.exchange = { status: 'pending' }
  world.isSwapFirst = false
  world.held = Promise.resolve()
})

let bills = 0
async function opened(accounts = [fakeAccount('eip155:1', alice)], given: Partial<Bill> = {}) {
  bills += 1
  shown = await show([chain, views.watch([...pay(), ...exchangeDeposits()])], accounts, { messages })
  const payer = shown.kernel.get(Payer)
  const controller = await payer.load()
  const outcome = payer.pay({
    id: `translated-${bills}-${Date.now()}`,
    asset: `eip155:1/erc20:${usdToken}`,
    amount: '4.5',
    decimals: 6,
    symbol: 'USD',
    receiver: bob,
    createdAt: 0,
    title: 'Three coffees',
    ...given,
  })
  await findTestId('pay-view')
  return { controller, outcome, state: payer.state, navigation: shown.kernel.get(Navigation) }
}

async function reviewed(kind: 'asset' | 'swap' = 'asset', given: Partial<Bill> = {}) {
  const bench = await opened(undefined, given)
  ;(await findTestId(kind === 'asset' ? `pay-way-asset-${usdToken}` : 'pay-way-swap-native')).click()
  await findTestId('pay-review-view')
  return bench
}

const isWithButton = (id: string) => byTestId(id)?.parentElement?.contains(byTestId('pay-confirm')) ?? false

/** Every word is a host's to change, and a screen reader can follow. */
async function expectTranslated(): Promise<void> {
  await settled()
  const groups = [...document.querySelectorAll('.lk-address-group')].map(
    ({ textContent }) => textContent ?? '',
  )
  const kept = [...names, ...groups.filter(Boolean)]
  expect(unmarkedWords(kept)).toEqual([])
  expect(await misreadFigures([...kept, /éíþ155:[12]/g])).toEqual([])
  await judge('pay')
}

it('has every word of the bill translated, without a wallet, too', async () => {
  await opened()
  await findTestId(`pay-way-asset-${usdToken}`)
  await expectTranslated()
  await shown?.unmount()
  await opened([])
  await findTestId('pay-connect')
  await expectTranslated()
})

it('says whom the bill pays, and what it and the fee come to in dollars', async () => {
  await opened()
  const bill = await findTestId('pay-view')
  await until(() => expect(bill.innerText).toContain('$4.49'))
  expect(byTestId('pay-merchant')?.innerText).toBe(shown?.kernel.get(App).metadata().name)
  ;(await findTestId(`pay-way-asset-${usdToken}`)).click()
  const review = await findTestId('pay-review-view')
  await until(() => expect(review.innerText).toContain('$4.49'))
  await until(() => expect(byTestId('pay-review-fee')?.innerText).toMatch(/\$\d/))
  expect(byTestId('pay-review-receiver')?.innerText).toContain(byTestId('pay-merchant')?.innerText ?? '-')
})

it('proposes where other owners carry it out', async () => {
  world.chain.fee = 0n
  world.chain.forecast = { feePayer: 'executor' }
  await reviewed()
  await until(() => expect(byTestId('pay-confirm')?.innerText).toMatch(/^\[.ŕóþóšé ţó þáý 4\.5/))
  await expectTranslated()
})

it('has a sum that is not held, and what can’t be read, translated', async () => {
  await opened(undefined, { amount: '10' })
  expect(((await findTestId(`pay-way-asset-${usdToken}`)) as HTMLButtonElement).disabled).toBe(true)
  await expectTranslated()
  await shown?.unmount()
  const { state } = await opened(undefined, { decimals: 2 })
  await until(() => expect(state.ways.error?.code).toBe('PAY_DECIMALS_OTHER'))
  await expectTranslated()
})

it('has every word from the review to the end translated', async () => {
  const { state, controller, outcome } = await reviewed()
  await expectTranslated()
  void controller.confirm()
  await findTestId('pay-asking')
  await expectTranslated()
  world.chain.answer('approve')
  await findTestId('pay-pending')
  await expectTranslated()
  world.chain.decide('confirmed')
  await findTestId('pay-paid')
  expect(byTestId('pay-paid-to')?.querySelector('[data-testid="pay-merchant"]')).not.toBeNull()
  await expectTranslated()
  expect(await outcome).toMatchObject({ status: 'paid' })
  expect(state.phase).toBe('paid')
})

it('has a swap, what was declined, and what failed or is unclear translated', async () => {
  await reviewed('swap')
  expect(byTestId('pay-review-sells')).not.toBeNull()
  expect(isWithButton('pay-notice-ACCOUNT_UPGRADE')).toBe(true)
  await expectTranslated()
  await shown?.unmount()

  const { UserRejectedError } = await import('@latchkey/kernel/plugin')
  const { controller } = await reviewed()
  const declined = controller.confirm()
  await findTestId('pay-asking')
  world.chain.answer({ reject: new UserRejectedError() })
  await declined
  await findTestId('pay-told-declined')
  expect(isWithButton('pay-told-declined')).toBe(true)
  await expectTranslated()
  void controller.confirm()
  await findTestId('pay-asking')
  world.chain.answer('approve')
  await findTestId('pay-pending')
  world.chain.decide('failed')
  await findTestId('pay-failed')
  await findTestId('pay-of-amount')
  await expectTranslated()
  await shown?.unmount()

  const lost = await reviewed()
  void lost.controller.confirm()
  await findTestId('pay-asking')
  world.chain.answer({ reject: new Error('The connection broke.') })
  await findTestId('pay-undecided')
  await findTestId('pay-of-amount')
  await expectTranslated()
})

it.each([
  ['may have been sent', 'pay-looked-up'],
  ['was sent after all', 'pay-twice'],
])(
  'has every word of an earlier payment that %s translated, and pays once that is ticked',
  async (_, box) => {
    const isLate = box === 'pay-twice'
    const { controller, state } = await reviewed()
    void controller.confirm()
    await findTestId('pay-asking')
    if (isLate) controller.forgetRequest()
    world.chain.answer(isLate ? 'approve' : { reject: new Error('The connection broke.') })
    await findTestId(isLate ? 'pay-pending' : 'pay-undecided')
    const { asset = '', receiver = '' } = state.bill ?? {}
    const next: Bill = {
      id: `next-${Date.now()}`,
      asset,
      amount: '4',
      decimals: 6,
      symbol: 'USD',
      receiver,
      createdAt: 0,
    }
    void shown?.kernel.get(Payer).pay(next)
    ;(await findTestId(`pay-way-asset-${usdToken}`)).click()
    await findTestId(box)
    await expectTranslated()
    const notice = byTestId(isLate ? 'pay-notice-PAY_SENT_AFTER_ALL' : 'pay-notice-PAY_MAY_REPEAT')
    expect(notice?.innerText).toMatch(/4\.5\s.+\(.+\s\d{1,2}:\d{2}\s/)
    const button = byTestId('pay-confirm') as HTMLButtonElement
    expect(button.disabled).toBe(true)
    byTestId(box)?.click()
    await until(() => expect(button.disabled).toBe(false))
    button.click()
    await until(() => expect(world.chain.submits).toHaveLength(2))
  },
)

it('says why the wallet was not asked where the button is', async () => {
  world.chain.isHandedOver = false
  const { controller } = await reviewed()
  const confirmed = controller.confirm()
  await findTestId('pay-asking')
  world.chain.answer({ reject: new Error('The wallet is locked.') })
  await confirmed
  await until(() => {
    const error = document.querySelector('.lk-banner[data-tone="danger"]')
    expect(error?.parentElement?.contains(byTestId('pay-confirm'))).toBe(true)
  })
})

it('has a swap that comes before the payment translated', async () => {
  world.isSwapFirst = true
  const { state, controller } = await reviewed('swap')
  expect(state.preview?.isSwapFirst).toBe(true)
  await expectTranslated()
  void controller.confirm(state.preview)
  await findTestId('pay-asking')
  await expectTranslated()
  world.swapped('0xca11')
  await findTestId('pay-swapping')
  await expectTranslated()
  let tell = () => {}
  world.held = new Promise((resolve) => {
    tell = resolve
  })
  world.decide({ status: 'confirmed', transactions: ['0xca11'] })
  await until(() => expect(state.ways.status).toBe('loading'))
  await settled()
  // Nothing is being paid while the payment is checked.
  expect(byTestId('pay-swapping')).not.toBeNull()
  tell()
  await findTestId('pay-told-swapped')
  await expectTranslated()
})

it('has what may still become of a swap translated', async () => {
  world.isSwapFirst = true
  const { state, controller, navigation } = await reviewed('swap')
  void controller.confirm(state.preview)
  await findTestId('pay-asking')
  controller.forgetRequest()
  await findTestId('pay-swap-asked')
  await expectTranslated()
  world.swapped('0xca11')
  await findTestId('pay-swap-sent')
  await expectTranslated()
  world.decide({ status: 'failed', outcome: 'different', transactions: [] })
  await findTestId('pay-swap-unclear')
  const way = (await findTestId('pay-way-swap-native')) as HTMLButtonElement
  await until(() => expect(way.disabled).toBe(false))
  way.click()
  await findTestId('pay-review-view')
  const card = document.querySelector('.lk-card') as HTMLElement
  const warning = byTestId('pay-swap-unclear') as HTMLElement
  // Read before what would be paid.
  expect(warning.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expectTranslated()
  navigation.push(PayLoadingRoute)
  await findTestId('pay-ready')
  await expectTranslated()
})

it('has an exchange, and a review without a payment, translated', async () => {
  const { state, controller, navigation } = await opened()
  await findTestId('pay-exchange-test.exchange')
  navigation.push(PayReviewRoute)
  await until(() => expect(document.querySelector('.lk-state')).not.toBeNull())
  await expectTranslated()
  navigation.back()
  await controller.payByExchange({
    id: 'test.exchange',
    name: 'Example Exchange',
    supports: () => true,
    link: async () => ({ url: 'https://exchange.example/pay/7', session: '7' }),
    status: async () => world.exchange,
  })
  await findTestId('pay-exchange-page')
  await expectTranslated()
  world.exchange = { status: 'success', transaction: '0x7' }
  await until(() => expect(state.phase).toBe('reported'))
  await findTestId('pay-reported')
  await expectTranslated()
}, 20_000)

it('has the choice between networks translated', async () => {
  await opened(undefined, {
    alternatives: [{ asset: 'eip155:2', amount: '0.1', decimals: 18, symbol: 'COIN', receiver: bob }],
  })
  await findTestId('pay-way-asset-eip155:2-native')
  await expectTranslated()
})

it.each(['success', 'failed'] as const)(
  'has a deposit from an exchange that ends as %s translated',
  async (status) => {
    shown = await show(
      [chain, views.watch([...pay(), ...exchangeDeposits()])],
      [fakeAccount('eip155:1', alice)],
      {
        messages,
        locale: 'ar-EG',
      },
    )
    const { kernel } = shown
    kernel.get(Navigation).open(ExchangeDepositRoute)
    await findTestId('deposit-view')
    await expectTranslated()
    type(await findTestId('deposit-amount'), '1.5')
    ;(await findTestId('deposit-asset-1')).click()
    await until(() => expect((byTestId('deposit-amount') as HTMLInputElement | null)?.value).toBe(''))
    type(await findTestId('deposit-amount'), '2')
    const row = (await findTestId('deposit-exchange-test.exchange')) as HTMLButtonElement
    await until(() => expect(row.disabled).toBe(false))
    row.click()
    await findTestId('pay-exchange-page')
    world.exchange = { status, transaction: '0x7' }
    const { state } = kernel.get(Payer)
    await until(() => expect(state.phase).toBe(status === 'success' ? 'reported' : 'failed'))
    await expectTranslated()
  },
  20_000,
)

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
