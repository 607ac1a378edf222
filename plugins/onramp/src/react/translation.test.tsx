import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { BaseError, definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { capability, Explorer, History, Prices, type TransactionRecord } from '@latchkey/kernel/contracts'
import { fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { receive } from '@latchkey/plugin-receive'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import {
  byTestId,
  findTestId,
  findWords,
  judge,
  settled,
  show,
  type Shown,
  type,
  until,
} from '../../../../ui-react/test/show.js'
import {
  FundWalletRoute,
  Onramp,
  OnrampActivityRoute,
  type OnrampAsset,
  onrampError,
  OnrampProvider,
  type OnrampQuote,
  OnrampRoute,
  type OnrampStatus,
} from '../index.js'
import { fundWallet, onramp, OnrampWidget } from './index.js'
import { onrampMessages } from './onrampMessages.js'

const networkId: NetworkId = 'eip155:1'
const alice = fakeAccount(networkId, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
const coin: OnrampAsset = { networkId, symbol: 'COIN', name: 'Coin' }
const others: readonly OnrampAsset[] = Array.from({ length: 9 }, (_unused, index) => ({
  networkId,
  address: `0x${String(index).repeat(40)}`,
  symbol: 'USD',
  name: 'Dollar',
}))

/** What providers and the chain do next. */
const world = {
  quote: undefined as unknown,
  status: { state: 'waiting' } as OnrampStatus,
  records: [] as TransactionRecord[],
  opened: [] as string[],
  isBlocked: false,
}
beforeEach(() => {
  Object.assign(world, {
    quote: undefined,
    status: { state: 'waiting' },
    records: [],
    opened: [],
    isBlocked: false,
  })
  vi.spyOn(window, 'open').mockImplementation(() => {
    if (world.isBlocked) return null
    const location = { replace: (url: string) => world.opened.push(url) }
    return { closed: false, opener: {}, location, close() {} } as unknown as Window
  })
})

const chain = definePlugin({
  id: 'test.chain',
  kernel: '^1.0.0',
  provides: [Prices],
  setup(context) {
    context.provide(Prices, () => ({ read: async () => '1.01' }))
    const history = capability(History, { read: async () => ({ transactions: world.records }) })
    const explorer = capability(Explorer, {
      transactionUrl: () => 'https://explorer.example/tx',
      addressUrl: () => 'https://explorer.example/address',
    } as never)
    context.add(Namespace, fakeNamespace('eip155', ['1', '2'], { capabilities: [history, explorer] }))
    for (const [id, name, part] of [
      ['one', 'Example', '97.5'],
      ['two', 'Other', '96'],
    ] as const) {
      context.add(OnrampProvider, {
        id: `test.${id}`,
        name,
        feeLabel: '1–2%',
        origins: ['https://pay.example'],
        supports: (at) => at === networkId,
        load: async () => ({
          options: async () => ({
            currencies: ['USD', 'EUR'].map((code) => ({
              code,
              limits: [
                { method: 'card' as const, minimum: '10', maximum: '7500' },
                { method: 'bank' as const, minimum: '10', maximum: '25000' },
              ],
            })),
            assets: [coin, ...others],
          }),
          async quote({ asset, currency, amount }) {
            if (world.quote instanceof Error) throw world.quote
            const quote: OnrampQuote = {
              asset,
              currency,
              total: '100',
              subtotal: part,
              fees:
                id === 'one'
                  ? [
                      { kind: 'provider', amount: '2.25' },
                      { kind: 'network', amount: '0.25' },
                    ]
                  : [{ kind: 'other', amount: '4' }],
              receives: part,
              validUntil: Date.now() + 60_000,
            }
            return amount === '100' ? quote : Promise.reject(new BaseError('No.', { code: 'NO' }))
          },
          open: async ({ address, asset, currency, amount }) => ({
            id: 's1',
            url: 'https://pay.example/buy',
            address,
            asset,
            currency,
            amount,
          }),
          status: async () => world.status,
        }),
      })
    }
    // Tells its price on its own page only.
    context.add(OnrampProvider, {
      id: 'test.three',
      name: 'Third',
      origins: ['https://pay.example'],
      supports: (at) => at === networkId,
      load: async () => ({ open: () => Promise.reject(new Error('closed')) }),
    })
  },
})

const names = [
  // Names of countries and currencies, and times, come from the browser, in the language of the page.
  /\b\d+:\d\d [AP]M\b/g,
  /US Dollar|Euro|Germany/g,
  /\b(?:Example|Other|Third|COIN|Coin|USD|EUR|Dollar|Network eip155:1)\b/g,
  /Network eip155:\d/g,
  /^[A-Z]{1,3}$/g,
  /0x\d+|\bfeed\b/g,
]
/** The provider's own text, and the network's name from the translated words. */
const numbered = [...names, /1–2%/g, /éíþ155:\d/g]
const views = watchViews()
const messages = markedMessages(onrampMessages)

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  vi.restoreAllMocks()
})

async function open(props: Parameters<typeof show>[2] = {}, accounts = [alice]) {
  const plugins = [chain, receive(), views.watch(onramp({ country: 'DE' })), views.watch(fundWallet())]
  shown = await show(plugins, accounts, { messages, ...props })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(OnrampRoute.name)).toBe(true))
  return navigation
}

async function openForm(props: Parameters<typeof show>[2] = {}) {
  const navigation = await open(props)
  navigation.open(OnrampRoute, undefined)
  await findTestId('onramp-form')
  return navigation
}

async function offered(amount = '100'): Promise<void> {
  ;(await findTestId(`onramp-preset-${amount}`)).click()
  await until(() => expect(byTestId('onramp-buy')?.hasAttribute('disabled')).toBe(false))
  await until(() => expect(shown?.kernel.get(Onramp).state.isQuoting).toBe(false))
}

async function bought(props: Parameters<typeof show>[2] = {}) {
  const navigation = await openForm(props)
  await offered()
  ;(await findTestId('onramp-buy')).click()
  await until(() => expect(navigation.state.entries.at(-1)?.name).toBe('BuyInProgress'))
  return navigation
}

const unmarked = async () => {
  await settled()
  return [...unmarkedWords(names), ...(await misreadFigures(numbered))]
}

const arrival = (value: bigint): TransactionRecord => ({
  id: 'feed',
  networkId,
  operation: 'receive',
  status: 'confirmed',
  transfers: [{ direction: 'in', amount: { value, decimals: 2, symbol: 'COIN' } }],
})

/** Looks now, without four seconds of waiting. */
async function look(): Promise<void> {
  const onrampService = shown?.kernel.get(Onramp)
  const controller = await onrampService?.load()
  controller?.lookFor(onrampService?.state.purchases[0]?.id as string)
}

it('has every word of the form, its choices and its offers translated', async () => {
  const navigation = await openForm()
  expect(await unmarked()).toEqual([])
  type(await findTestId('onramp-amount'), '5')
  await until(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull())
  expect(await unmarked()).toEqual([])
  type(await findTestId('onramp-amount'), '30000')
  expect(await unmarked()).toEqual([])
  await offered()
  await until(() => expect(shown?.kernel.get(Onramp).state.offers[0]?.belowMarket).toBe(15n))
  expect(await unmarked()).toEqual([])
  ;(await findTestId('onramp-offer-test.two')).click()
  expect(await unmarked()).toEqual([])
  for (const [row, then] of [
    ['onramp-currency', 'onramp-currency-EUR'],
    ['onramp-asset', 'onramp-asset-coin'],
    ['onramp-country', 'onramp-country-search'],
    ['onramp-help', undefined],
  ] as const) {
    ;(await findTestId(row)).click()
    if (then) await findTestId(then)
    await settled()
    // The names of countries come from the browser, in the language of the page.
    if (row !== 'onramp-country') expect(await unmarked()).toEqual([])
    navigation.back()
    await findTestId('onramp-form')
  }
  ;(await findTestId('onramp-asset')).click()
  type(await findTestId('onramp-asset-search'), '%%%')
  await until(() => expect(document.querySelector('dialog .lk-state')).not.toBeNull())
  expect(await unmarked()).toEqual([])
})

it('shortens the address of a token as every other list does, and gives it whole on asking', async () => {
  await openForm()
  ;(await findTestId('onramp-asset')).click()
  const address = others[3]?.address ?? ''
  const shown = (await findTestId(`onramp-asset-${address}`)).querySelector('.lk-address')
  expect(shown?.getAttribute('title')).toBe(address)
  expect(shown?.getAttribute('dir')).toBe('ltr')
  expect(shown?.querySelector('.lk-address-short')?.textContent).toBe('0x3333…3333')
})

it('says in other words that there is no offer, and why', async () => {
  await openForm()
  world.quote = onrampError('ONRAMP_NO_QUOTE')
  ;(await findTestId('onramp-preset-250')).click()
  await until(() => expect(byTestId('onramp-buy')?.hasAttribute('disabled')).toBe(false))
  // The third one can still be bought from, by its own page; it refuses.
  ;(await findTestId('onramp-buy')).click()
  expect((await findTestId('onramp-error')).parentElement?.contains(byTestId('onramp-buy'))).toBe(true)
  await settled()
  // Sentences of errors are translated by their code; the marked ones are those of the catalogue.
  expect(
    unmarkedWords([...names, /There’s no offer for this amount[^.]*\.[^.]*\./g, /The page to pay on.*/gs]),
  ).toEqual([])
  expect(world.opened).toEqual([])
})

it.each([
  ['waiting', () => {}],
  ['paid', () => Object.assign(world, { status: { state: 'paid' } })],
  ['partial', () => Object.assign(world, { records: [arrival(5_000n)] })],
  ['arrived', () => Object.assign(world, { records: [arrival(9_750n)] })],
  ['failed', () => Object.assign(world, { status: { state: 'failed' } })],
  ['refunded', () => Object.assign(world, { status: { state: 'refunded' } })],
])('has every word of a purchase that is %s translated, and the list of purchases', async (phase, happen) => {
  const navigation = await bought()
  happen()
  await look()
  await findTestId(`onramp-${phase}`)
  await settled()
  expect(unmarkedWords([...names, /\b(?:https:\/\/pay\.example\/buy)\b/g])).toEqual([])
  expect(await misreadFigures(numbered)).toEqual([])
  if (phase !== 'arrived') expect(byTestId('onramp-arrived')).toBeNull()
  navigation.push(OnrampActivityRoute)
  await findTestId('onramp-list')
  await settled()
  expect(unmarkedWords([...names, /[A-Z][a-z]{2} \d+/g])).toEqual([])
  expect(await misreadFigures(numbered)).toEqual([])
})

it('copies the link of the provider’s page, for a browser that is better for it', async () => {
  await bought()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  ;(await findTestId('onramp-copy')).click()
  await until(() => expect(write.mock.calls).toEqual([['https://pay.example/buy']]))
})

it('gathers every way to add funds behind one action of the account', async () => {
  const navigation = await open()
  navigation.open(AccountRoute)
  ;(await findTestId('wallet-features-fund-button')).click()
  await findTestId('fund-wallet')
  navigation.back()
  await findTestId('wallet-features-fund-button')
  expect(['onramp', 'receive'].map((name) => byTestId(`wallet-features-${name}-button`))).toEqual([
    null,
    null,
  ])
})

it('has another way where no window opens', async () => {
  world.isBlocked = true
  await bought()
  await findTestId('onramp-blocked')
  expect(await unmarked()).toEqual([])
  world.isBlocked = false
  ;(await findTestId('onramp-open')).click()
  await findTestId('onramp-waiting')
  expect(world.opened).toEqual(['https://pay.example/buy'])
})

it('has every word without purchases, without an account and of every way to add funds translated', async () => {
  const navigation = await open()
  navigation.open(OnrampActivityRoute)
  await until(() => expect(document.querySelector('dialog .lk-state')).not.toBeNull())
  expect(await unmarked()).toEqual([])
  navigation.open(FundWalletRoute)
  await findTestId('fund-wallet')
  expect(byTestId('fund-onramp')).not.toBeNull()
  expect(byTestId('fund-receive')).not.toBeNull()
  await settled()
  expect(unmarkedWords([...names, /^Receive$/g])).toEqual([])
  ;(await findTestId('fund-onramp')).click()
  await findTestId('onramp-form')
})

it.each([
  ['an account', []],
  ['a provider for the network', [fakeAccount('eip155:2', alice.address, { kind: 'smartAccount' })]],
])('has every word without %s translated', async (_, accounts) => {
  const navigation = await open({}, accounts)
  navigation.open(OnrampRoute, undefined)
  await until(() => expect(document.querySelector('dialog .lk-state')).not.toBeNull())
  expect(await unmarked()).toEqual([])
})

it('says, in translated words, that what is bought arrives on another network', async () => {
  const navigation = await open({}, [fakeAccount('eip155:2', alice.address)])
  navigation.open(OnrampRoute, undefined)
  await until(() => expect(document.querySelector('dialog .lk-banner')).not.toBeNull())
  expect(shown?.kernel.get(Onramp).state.target).toMatchObject({
    networkId: 'eip155:1',
    insteadOf: 'Network eip155:2',
  })
  expect(await unmarked()).toEqual([])
})

it('asks for consent where the host does, before anything can be bought', async () => {
  await openForm({ connect: { legalCheckbox: true, termsUrl: 'https://host.example/terms' } })
  ;(await findTestId('onramp-preset-100')).click()
  await until(() => expect(shown?.kernel.get(Onramp).state.offers.some(({ isBest }) => isBest)).toBe(true))
  expect(byTestId('onramp-buy')?.hasAttribute('disabled')).toBe(true)
  const consent = document.querySelector<HTMLElement>('.lk-checkbox-input')
  expect(consent?.closest('.lk-action-bar')?.contains(byTestId('onramp-buy'))).toBe(true)
  consent?.click()
  await until(() => expect(byTestId('onramp-buy')?.hasAttribute('disabled')).toBe(false))
})

it('buys from the host’s own page', async () => {
  await open({ children: <OnrampWidget asset="COIN" /> } as never)
  ;(await findTestId('onramp-widget-submit')).click()
  await findTestId('onramp-form')
  await until(() => expect(shown?.kernel.get(Onramp).state.offers[0]?.status).toBe('quoted'))
  expect(shown?.kernel.get(Onramp).state).toMatchObject({ amountText: '100', asset: { symbol: 'COIN' } })
})

it.each([
  ['light', 360],
  ['dark', 1280],
] as const)('axe has nothing to say in %s at %i', async (theme, width) => {
  const { page } = await import('vitest/browser')
  await page.viewport(width, 800)
  const name = (view: string) => `onramp-${view}-${theme}-${width}`
  const navigation = await openForm({ theme, messages: {} })
  await offered()
  await judge(name('form'))
  for (const row of ['onramp-currency', 'onramp-asset', 'onramp-country', 'onramp-help']) {
    ;(await findTestId(row)).click()
    await settled()
    await judge(name(row))
    navigation.back()
    await findTestId('onramp-form')
  }
  ;(await findTestId('onramp-buy')).click()
  await findWords('Continue at Example')
  await judge(name('waiting'))
  world.records = [arrival(9_750n)]
  await look()
  await findWords('97.5')
  await judge(name('arrived'))
  navigation.push(OnrampActivityRoute)
  await judge(name('list'))
  navigation.open(FundWalletRoute)
  await findTestId('fund-wallet')
  await judge(name('fund'))
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
