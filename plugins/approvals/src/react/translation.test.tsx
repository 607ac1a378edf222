import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { LocaleProvider, misreadFigures } from '../../../../ui-react/test/figures.js'
import { everyKind, spender, testApprovals, type TestApprovals } from '../../test/testApprovals.js'
import { Approvals, type Revoking } from '../ApprovalsService.js'
import { ApprovalsRoute } from '../routes.js'
import { approvals } from './index.js'
import { approvalsMessages } from './messages.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const views = watchViews()
const messages = markedMessages(approvalsMessages)
const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('de', { month: 'long' }).format(new Date(2021, month, 2)),
)
const names = [
  /0x[\da-zA-Z]+/g,
  new RegExp(`\\b(?:${months.join('|')}|um)\\b`, 'g'),
  /\b(?:CAT|ETH|USDC|Painted cats|USD Coin|Ethereum|Permit2|Example market|Test wallet)\b/g,
  /^[A-Z]{1,2}$/g,
  // A contract's name and an item's id are written as they are in every language.
  /Þéŕɱíţ2|#17/g,
]

async function open(data: TestApprovals) {
  const named = approvals({ spenders: { 'eip155:1': { [spender]: 'Example market' } } })
  const kernel = createKernel([...data.plugins, views.watch(named)], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<LocaleProvider kernel={kernel} messages={messages} locale="de" />)
  cleanup = async () => {
    root.unmount()
    container.remove()
    await kernel.dispose()
  }
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const navigation = kernel.get(Navigation)
  await vi.waitFor(() => expect(navigation.draws(ApprovalsRoute.name)).toBe(true), 10_000)
  navigation.open(AccountRoute)
  navigation.push(ApprovalsRoute)
  return kernel
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const seen = (selector: string) => vi.waitFor(() => expect(find(selector)).not.toBeNull(), 10_000)
/** The letters of an address are none of a language. */
const addressGroups = () =>
  [...document.querySelectorAll('.lk-address-group')].map((group) => group.textContent ?? '').filter(Boolean)

async function translated(selector: string): Promise<void> {
  await seen(selector)
  const kept = [...names, ...addressGroups()]
  expect(unmarkedWords(kept)).toEqual([])
  expect(await misreadFigures(kept)).toEqual([])
}

it('has every word of the list translated', async () => {
  await open(testApprovals())
  await translated('[data-testid="approval-5"]')
})

it.each([
  [
    'nothing',
    async () => ({ allowances: [], gaps: [], searched: { fromBlock: 1_234_567n, since: 1_700_000_000_000 } }),
    '.lk-state',
  ],
  [
    'nothing since a block',
    async () => ({ allowances: [], gaps: [], searched: { fromBlock: 12n } }),
    '.lk-state',
  ],
  ['a failure', () => Promise.reject(new Error('no')), '[role="alert"]'],
  ['waiting', () => new Promise<never>(() => {}), '[data-testid="approvals-loading"]'],
] as const)('has every word of %s translated', async (_, answer, selector) => {
  const data = testApprovals()
  data.answer = answer
  await open(data)
  await translated(selector)
})

it('has every word of taking one back and all back translated', async () => {
  const changes = [
    {
      address: '0xA11ce5000000000000000000000000000000A11c',
      amount: { value: -1n, decimals: 6, symbol: 'USDC' },
    },
  ]
  const token = { address: '0x1', symbol: 'USDC', decimals: 6 }
  await open(testApprovals({ steps: 2, changes, allowances: [{ token, spender, amount: 5n }] }))
  await seen('[data-testid="approval-3"]')
  find('[data-testid="approval-3"]')?.click()
  await translated('[data-testid="approvals-confirm"]')
  find('[data-testid="approvals-back"]')?.click()
  await seen('[data-testid="approvals-revoke-all"]')
  find('[data-testid="approvals-revoke-all"]')?.click()
  await translated('[data-testid="approvals-confirm"]')
})

it('has every word of how it ends translated', async () => {
  const kernel = await open(testApprovals())
  await seen('[data-testid="approval-1"]')
  const state = kernel.get(Approvals).state as { revoking: Revoking | undefined }
  const phases = [
    ...(['asking', 'pending', 'confirmed', 'stands', 'unchecked'] as const),
    ...(['failed', 'lost', 'undecided'] as const),
  ]
  for (const phase of phases) {
    state.revoking = { ids: ['1'], approvals: everyKind.slice(0, 2), phase }
    await new Promise((resolve) => setTimeout(resolve, 50))
    await translated('[data-testid^="revoke-"]')
  }
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
