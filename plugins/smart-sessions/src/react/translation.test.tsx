import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { definePlugin } from '@latchkey/kernel/plugin'
import { fakeAccount } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { proxy } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { findTestId, settled, show, type Shown, until } from '../../../../ui-react/test/show.js'
import {
  type Allowance,
  type ListedSession,
  SmartSessionCreatedRoute,
  SmartSessionListRoute,
  SmartSessions,
  type SmartSessionsState,
} from '../index.js'
import { smartSessions } from './index.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const evm = eip155({ networks: [network], discovery: false, injected: false })
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const alice = fakeAccount('eip155:1', address)
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const kept = [
  /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/g,
  /0x[\da-zA-Z]+(?:…[\da-zA-Z]+)?/g,
  /\b(?:Ethereum|ETH|USDC|Ether)\b/g,
  /^[A-Z]{1,2}$/g,
]

const allowances: readonly (Allowance | undefined)[] = [
  { kind: 'native', amount: 2_500_000_000_000_000_000n },
  { kind: 'token', token, amount: 12_345_678_900n },
  { kind: 'token', token, amount: 2n ** 256n - 1n },
  { kind: 'tokenPeriodic', token, amount: 5_000_000n, period: 604_800, start: 1_700_000_000 },
  { kind: 'calls', target: token, methods: ['0x12345678'], value: 0n },
  undefined,
]

const sessionsOf = (status: ListedSession['status']): readonly ListedSession[] =>
  allowances.map((allowance, index) => ({
    id: `${status}-${index}`,
    networkId: 'eip155:1',
    address,
    terms: allowance && { allowance, holder: address, from: 0, until: 1_900_000_000 },
    permission: { context: '0x', delegationManager: token },
    status,
    left: allowance?.kind === 'calls' ? undefined : 1_234_567n,
    callsLeft: allowance?.kind === 'calls' ? 1234n : undefined,
    // Calls send coins along, whichever contract they are for.
    asset:
      allowance && 'token' in allowance ? { symbol: 'USDC', decimals: 6 } : { symbol: 'ETH', decimals: 18 },
  }))

const end = vi.fn(async (_ids: readonly string[]) => {})
const endAll = vi.fn(async () => {})
const endAllAndDisconnect = vi.fn(async () => {})
let read: () => Promise<void>
let state: { -readonly [key in keyof SmartSessionsState]: SmartSessionsState[key] }
beforeEach(() => {
  state = proxy({ sessions: [], status: 'ready' as const })
  read = async () => {}
})

const views = watchViews()
const messages = markedMessages(smartSessionsMessages)
let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

/** The views over a list of the test's own. */
const withList = () => {
  const list = definePlugin({
    id: 'testSessions',
    kernel: '^1.0.0',
    provides: [SmartSessions],
    setup: (context) =>
      context.provide(SmartSessions, () => ({
        state,
        read: () => read(),
        end,
        endAll,
        endAllAndDisconnect,
        grant: async () => [],
      })),
  })
  return [list, ...smartSessions().slice(1)]
}

async function open(accounts: Parameters<typeof show>[1] = [alice], said: typeof messages = messages) {
  shown = await show([evm, views.watch(withList())], accounts, { messages: said })
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(SmartSessionListRoute.name)).toBe(true))
  return navigation
}
const unmarked = async () => {
  await settled()
  return [...unmarkedWords(kept), ...(await misreadFigures(kept))]
}
const tab = async (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) =>
    one.textContent?.includes(name),
  )
  found?.click()
  await settled()
}

it('leads from the header of the account to the list, and has every word of each state translated', async () => {
  const navigation = await open()
  state.sessions = [
    ...sessionsOf('active'),
    ...sessionsOf('unknown'),
    ...sessionsOf('expired'),
    ...sessionsOf('ended'),
  ]
  navigation.open(AccountRoute)
  ;(await findTestId('lk-sessions-header')).click()
  await findTestId('lk-sessions')
  expect(await unmarked()).toEqual([])
  // What keeps an amount in order is an element, not a character that would be copied along.
  expect(document.body.textContent).not.toMatch(/[\u2066-\u2069]/)
  for (const name of ['Expired', 'Ended', 'Active']) {
    await tab(name)
    expect(await unmarked()).toEqual([])
  }
  ;(await findTestId('lk-session-end')).click()
  await until(() => expect(end).toHaveBeenCalledWith(['active-0']))
  ;(await findTestId('lk-sessions-end-all')).click()
  await until(() => expect(endAllAndDisconnect).toHaveBeenCalled())
})

it('has the functions of a permission for calls, and the coins that each call may send along', async () => {
  const navigation = await open()
  const [calls] = sessionsOf('active').slice(4)
  if (calls?.terms?.allowance.kind !== 'calls') throw new Error('This is no permission for calls.')
  const methods = ['0xa9059cbb', '0x12345678'] as const
  const allowance = { ...calls.terms.allowance, methods, value: 1_500_000_000_000_000_000n }
  const asset = { symbol: 'ETH', decimals: 18 }
  state.sessions = [{ ...calls, asset, terms: { ...calls.terms, allowance } }]
  navigation.open(SmartSessionListRoute)
  expect((await findTestId('lk-session-functions')).textContent).toContain('0xa9059cbb, 0x12345678')
  expect((await findTestId('lk-session-coins')).textContent).toContain('1.5')
  expect((await findTestId('lk-session-coins')).textContent).toContain('ETH')
  expect(await unmarked()).toEqual([])
  // Nothing has no digits.
  state.sessions = [{ ...calls, asset, terms: { ...calls.terms, allowance: { ...allowance, value: 0n } } }]
  await until(() =>
    expect(document.querySelector('[data-testid=lk-session-coins]')?.textContent).toMatch(/(?<![.\d])0\sETH/),
  )
  // A network whose coin isn't known has the amount all the same.
  state.sessions = [{ ...calls, asset: undefined, terms: { ...calls.terms, allowance } }]
  await until(() =>
    expect(document.querySelector('[data-testid=lk-session-coins]')?.textContent).toContain(
      '1,500,000,000,000,000,000',
    ),
  )
})

it('names what may be sent without a limit', async () => {
  const navigation = await open()
  const [session] = sessionsOf('active').slice(2)
  if (!session) throw new Error('There is no permission without a limit.')
  const title = async (text: RegExp) =>
    until(() => expect(document.querySelector('[data-testid=lk-session-title]')?.textContent).toMatch(text))
  state.sessions = [session]
  navigation.open(SmartSessionListRoute)
  // USDC, in marked letters.
  await title(/ÚŠÐÇ/)
  expect(await unmarked()).toEqual([])
  // Also where nothing is known of the token.
  state.sessions = [{ ...session, asset: undefined }]
  await title(/^(?!.*ÚŠÐÇ)/)
  expect(await unmarked()).toEqual([])
})

it('takes a translation that was written when no token was named', async () => {
  const navigation = await open([alice], { smartSessions: { spendAny: 'Ohne Limit senden' } })
  const [session] = sessionsOf('active').slice(2)
  if (!session) throw new Error('There is no permission without a limit.')
  state.sessions = [session, { ...session, id: 'other', asset: undefined }]
  navigation.open(SmartSessionListRoute)
  await until(() =>
    expect(
      [...document.querySelectorAll('[data-testid=lk-session-title]')].map((one) =>
        one.textContent?.replace(/[\u2066-\u2069]/g, ''),
      ),
    ).toEqual(['Send any amount of USDC', 'Ohne Limit senden']),
  )
})

it('tells a screen reader which permission each button ends', async () => {
  const navigation = await open()
  state.sessions = sessionsOf('active')
  navigation.open(SmartSessionListRoute)
  await findTestId('lk-session-end')
  const cards = [...document.querySelectorAll('[data-testid=lk-session-active] [role=group]')]
  const title = (card: Element) => card.querySelector('[data-testid=lk-session-title]')
  expect(cards.map((card) => card.getAttribute('aria-labelledby'))).toEqual(
    cards.map((card) => title(card)?.id),
  )
  expect(new Set(cards.map((card) => title(card)?.id)).size).toBe(allowances.length)
  expect(cards.map((card) => card.querySelector('button')?.getAttribute('aria-describedby'))).toEqual(
    cards.map((card) => title(card)?.id),
  )
})

it('ends all of a smart account on the network, also when the list is empty, and offers it to no other account', async () => {
  const navigation = await open([fakeAccount('eip155:1', address, { kind: 'smartAccount' })])
  navigation.open(SmartSessionListRoute)
  const button = await findTestId('lk-sessions-end-here')
  // Red says that something goes.
  expect(button.dataset['variant']).toBe('secondary')
  state.sessions = sessionsOf('active')
  await until(() => expect(button.dataset['variant']).toBe('danger'))
  state.sessions = []
  await until(() => expect(button.dataset['variant']).toBe('secondary'))
  button.click()
  await until(() => expect(endAll).toHaveBeenCalledOnce())
  expect(await unmarked()).toEqual([])
  await shown?.unmount()
  const other = await open()
  other.open(SmartSessionListRoute)
  await findTestId('lk-sessions')
  expect(document.querySelector('[data-testid=lk-sessions-end-here]')).toBeNull()
})

it('has an empty list, and no account, translated', async () => {
  const navigation = await open()
  navigation.open(SmartSessionListRoute)
  await findTestId('lk-sessions')
  for (const name of ['Expired', 'Ended', 'Active']) {
    await tab(name)
    expect(await unmarked()).toEqual([])
  }
  await shown?.unmount()
  const other = await open([])
  other.open(SmartSessionListRoute)
  await until(() => expect(document.querySelector('dialog .lk-state')).not.toBeNull())
  expect(await unmarked()).toEqual([])
})

it('says that a permission was given', async () => {
  const navigation = await open()
  navigation.open(SmartSessionCreatedRoute)
  await findTestId('lk-session-created')
  expect(await unmarked()).toEqual([])
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})

it('says once that a permission was given', async () => {
  const navigation = await open([alice], {})
  navigation.open(SmartSessionCreatedRoute)
  await findTestId('lk-session-created')
  expect(document.querySelector('dialog')?.innerText.match(/Permission given/g)).toHaveLength(1)
})
