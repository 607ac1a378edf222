import '@latchkey/ui-react/styles.css'
import { AccountRoute, Navigation, Networks, PendingTransactionRoute, Session } from '@latchkey/kernel/wallet'
import { definePlugin, Feature, type NetworkId } from '@latchkey/kernel/plugin'
import type { ReplaceCapability } from '@latchkey/kernel/contracts'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { AccountButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { LocaleProvider, misreadFigures } from '../../../../ui-react/test/figures.js'
import {
  pageOf,
  record,
  type TestActivity,
  testActivity,
  testReplacement,
  transfer,
  usdc,
} from '../../test/testActivity.js'
import { ActivityFeed, type Replacement } from '../ActivityFeed.js'
import { TransactionsRoute } from '../routes.js'
import { activity } from './index.js'
import { activityMessages } from './messages.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const views = watchViews()
const messages = markedMessages(activityMessages)
/** Names of coins and networks, and dates in the locale of the test. */
const months = Array.from({ length: 12 }, (_, month) =>
  (['long', 'short'] as const).map((style) =>
    new Intl.DateTimeFormat('de', { month: style }).format(new Date(2021, month, 2)).replace('.', ''),
  ),
).flat()
const names = [
  /\b(?:Dienstag|Mittwoch|um)\b/g,
  new RegExp(`\\b(?:${months.join('|')})\\b`, 'g'),
  /\b(?:ETH|USDC|Ethereum|Optimism|Painted cats|Fake wallet)\b/g,
  /^[A-Z][A-Z\d]?$/g,
]

async function open(
  answer: TestActivity['answer'],
  at: 'tab' | 'all',
  switched?: NetworkId,
  replace?: (data: TestActivity) => ReplaceCapability,
) {
  const data = testActivity()
  data.answer = answer
  if (replace) data.replace = replace(data)
  const receive = definePlugin({
    id: 'test.receive',
    kernel: '^1.0.0',
    setup: (context) =>
      void context.add(Feature, {
        id: 'test.receive',
        label: { section: 'activity', key: 'receive', text: 'Receive' },
        open() {},
      }),
  })
  const kernel = createKernel([...data.plugins, views.watch(activity()), receive], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <LocaleProvider kernel={kernel} messages={messages} locale="de">
      <AccountButton />
    </LocaleProvider>,
  )
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const navigation = kernel.get(Navigation)
  await vi.waitFor(() => expect(navigation.draws(TransactionsRoute.name)).toBe(true), 10_000)
  if (switched) await kernel.get(Networks).switch(switched)
  navigation.open(AccountRoute)
  if (at === 'all') navigation.push(TransactionsRoute)
  await vi.waitFor(() => expect(find('dialog')).not.toBeNull(), 10_000)
  return kernel
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const seen = (selector: string) => vi.waitFor(() => expect(find(selector)).not.toBeNull(), 10_000)

const operations = Object.keys(activityMessages.messages).slice(
  Object.keys(activityMessages.messages).indexOf('approve'),
)
const gaps = [{ code: 'INTERNAL_TRANSFERS_UNSEEN', message: 'Coins may be missing in this list.' }]
const since = new Date(2020, 4, 6).getTime()
const cases: readonly (readonly [string, TestActivity['answer'], string])[] = [
  [
    'rows of every kind',
    () =>
      pageOf(
        [
          ...operations.map((operation) =>
            record(operation, { operation: operation === 'receiveDone' ? 'receive' : operation }),
          ),
          record('mine', { status: 'pending' }),
          record('lost', { status: 'failed', transfers: [], operation: 'execute' }),
          record('ends', { transfers: [] }),
          record('other', { isMadeByOther: true }),
          record('unread', { isUnread: true, transfers: [], operation: 'execute' }),
          record('uncertain', { isUncertain: true, status: 'pending' }),
          record('many', {
            transfers: [
              transfer({ amount: usdc(3n), name: 'Painted cats', collectible: { id: '7' } }),
              transfer({ collectible: { id: '8' } }),
              transfer(),
            ],
          }),
        ],
        { gaps, searched: { fromBlock: 1_234_567n, since, coin: { fromBlock: 2_000_000n, since } } },
      ),
    '[data-testid="activity-end"], [data-testid^="activity-row-"]',
  ],
  ['nothing', () => pageOf([]), '[data-testid="activity-receive"]'],
  ['nothing so far back', () => pageOf([], { searched: { fromBlock: 5n } }), '.lk-state'],
  ['a failure', () => Promise.reject(new Error('no')), '[role="alert"]'],
  ['waiting', () => new Promise(() => {}), '[data-testid="activity-loading"]'],
]

it('loads the code of the whole history once a person opens it', async () => {
  await open(() => pageOf([record('one')]), 'tab')
  await seen('[data-testid^="activity-row-"]')
  expect(views.undrawn()).toContain('activity.views.all')
})

it.each(cases)('has every word of the tab with %s translated', async (_, answer, selector) => {
  await open(answer, 'tab')
  await seen(selector)
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it.each(cases)('has every word of the list with %s translated', async (_, answer, selector) => {
  await open(answer, 'all')
  await seen(selector)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

const outcomes: readonly Replacement[] = [
  ...(['faster', 'cancel', 'child'] as const).flatMap((way) => [
    ...(['asking', 'lost', 'pending', 'apart', 'undecided'] as const).map((phase) => ({ way, phase })),
    ...(['replacement', 'original', 'other'] as const).flatMap((which) =>
      (['confirmed', 'failed'] as const).map((status) => ({ way, phase: 'decided', which, status }) as const),
    ),
    ...(['different', 'unknown'] as const).map((outcome) => ({ way, phase: 'decided', outcome }) as const),
  ]),
]

it('has every word about a payment that a child speeds up translated', async () => {
  const replace = ({ replace: own }: TestActivity): ReplaceCapability => ({
    ...own,
    find: async (request) => ({ ...(await own.find(request)), ways: ['child'] }),
    prepare: async () =>
      testReplacement({
        way: 'child',
        isCertain: true,
        child: { left: usdc(5n), from: ['0xA', '0xB'], rate: { before: 1, after: 12, unit: 'USDC' } },
      }).prepared,
  })
  const kernel = await open(() => pageOf([record('mine', { status: 'pending' })]), 'all', undefined, replace)
  await seen('[data-testid^="activity-row-"]')
  kernel.get(Navigation).push(PendingTransactionRoute, { id: 'mine' })
  await seen('[data-testid="pending-child"]')
  expect(unmarkedWords(names)).toEqual([])
  find('[data-testid="pending-child"]')?.click()
  await seen('[data-testid="pending-confirm"]')
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
})

it('has every word about a pending transaction translated', async () => {
  let status: 'pending' | 'confirmed' = 'pending'
  const kernel = await open(() => pageOf([record('mine', { status })]), 'all')
  await seen('[data-testid^="activity-row-"]')
  kernel.get(Navigation).push(PendingTransactionRoute, { id: 'mine' })
  const translated = async (selector: string) => {
    await seen(selector)
    expect(unmarkedWords(names)).toEqual([])
    expect(await misreadFigures(names)).toEqual([])
  }
  for (const way of ['cancel', 'faster']) {
    await translated(`[data-testid="pending-${way}"]`)
    find(`[data-testid="pending-${way}"]`)?.click()
    await translated('[data-testid="pending-confirm"]')
    find('[data-testid="pending-back"]')?.click()
  }
  const replacements = kernel.get(ActivityFeed).state.replacements as Record<string, Replacement>
  for (const outcome of outcomes) {
    replacements['mine'] = outcome
    await new Promise((resolve) => setTimeout(resolve, 50))
    await translated('[data-testid^="replacement-"]')
  }
  delete replacements['mine']
  status = 'confirmed'
  await kernel.get(ActivityFeed).refresh()
  await translated('[data-testid="pending-taken"]')
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
