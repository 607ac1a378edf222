import '@latchkey/ui-react/styles.css'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { BaseError } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { Navigation, PendingTransactionRoute, Session } from '@latchkey/kernel/wallet'
import type { ReplaceDecision, TransactionRecord } from '@latchkey/kernel/contracts'
import { KernelProvider } from '@latchkey/ui-react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import {
  alice,
  bob,
  ether,
  pageOf,
  record,
  testActivity,
  testReplacement,
  transfer,
} from '../../test/testActivity.js'
import { ActivityFeed } from '../ActivityFeed.js'
import { TransactionsRoute } from '../routes.js'
import { activity } from './index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

async function openList(data = testActivity(), more: readonly TransactionRecord[] = []) {
  data.answer = () => pageOf([...more, record('old', { status: 'pending' }), record('done')])
  const kernel = createKernel([...data.plugins, activity()], { storage: memoryStorage(), logLevel: 'silent' })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <StrictMode>
      <KernelProvider kernel={kernel} />
    </StrictMode>,
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
  navigation.open(TransactionsRoute)
  const row = await shown('activity-row-old')
  return { kernel, data, navigation, row }
}

const byId = (id: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`)
const shown = (id: string) =>
  vi.waitFor(() => {
    const element = byId(id)
    expect(element).not.toBeNull()
    return element as HTMLButtonElement
  }, 10_000)
const press = async (id: string) => (await shown(id)).click()
const text = (id: string) => (byId(id)?.textContent ?? '').replaceAll('\u00a0', ' ')

/** The person replaces the pending transaction, and the wallet is asked. */
async function asked(way: 'faster' | 'cancel') {
  const data = testActivity()
  const replacement = testReplacement({ way, isCertain: true })
  data.replace = { ...data.replace, prepare: async () => replacement.prepared }
  const { row } = await openList(data)
  row.click()
  await press(`pending-${way}`)
  await press('pending-confirm')
  return replacement
}

async function decided(way: 'faster' | 'cancel', decision: ReplaceDecision) {
  const replacement = await asked(way)
  replacement.wallet.resolve()
  replacement.takesPlace.resolve(true)
  replacement.decision.resolve(decision)
}

it('leads from a pending row to what can be done, and from others to the explorer', async () => {
  const { row, navigation } = await openList()
  expect(byId('activity-row-done')?.tagName).toBe('A')
  row.click()
  await shown('pending-transaction')
  expect(navigation.state.entries.at(-1)?.name).toBe(PendingTransactionRoute.name)
  expect(text('pending-fee')).toContain('0.001 ETH')
  expect(text('pending-to')).toMatch(/^To.*0xB0b0/)
  expect(text('pending-network')).toMatch(/^Network\w/)
  expect(text('pending-transaction')).toContain('Sending')
})

it('asks the wallet only once the person agreed to compare the nonce, and once', async () => {
  const data = testActivity()
  const replacement = testReplacement({ way: 'faster' })
  data.replace = { ...data.replace, prepare: async () => replacement.prepared }
  const { row } = await openList(data)
  row.click()
  await press('pending-faster')
  const confirm = await shown('pending-confirm')
  expect(text('pending-new-fee')).toContain('0.002 ETH')
  expect(confirm.disabled).toBe(true)
  await press('pending-compared')
  await vi.waitFor(() => expect(confirm.disabled).toBe(false))
  confirm.click()
  confirm.click()
  await shown('replacement-asking')
  expect(replacement.asked()).toBe(1)
  replacement.wallet.resolve()
  replacement.takesPlace.resolve(true)
  await shown('replacement-pending')
  replacement.decision.resolve({ status: 'confirmed', which: 'replacement', taken: 'new' })
  await shown('replacement-confirmed')
})

it('needs no comparing where the wallet is known to replace', async () => {
  const data = testActivity()
  data.replace = {
    ...data.replace,
    prepare: async ({ way }) => testReplacement({ way, isCertain: true }).prepared,
  }
  const { row } = await openList(data)
  row.click()
  await press('pending-cancel')
  expect((await shown('pending-confirm')).disabled).toBe(false)
  expect(byId('pending-compared')).toBeNull()
})

it('says that it was not canceled when the first one went through', async () => {
  const reason = 'The network took the first transaction before it could be canceled.'
  const late = { code: 'CANCEL_TOO_LATE', reason }
  await decided('cancel', { status: 'confirmed', which: 'original', taken: 'old', ...late })
  expect((await shown('replacement-failed')).textContent).toContain(reason)
})

it.each([
  ['another empty one took its place', { status: 'confirmed', which: 'other', taken: 'third' }, 'confirmed'],
  ['the empty one reverted', { status: 'failed', which: 'replacement', taken: 'new' }, 'confirmed'],
  ['something else took its place', { status: 'failed', which: 'other', taken: 'third' }, 'failed'],
  [
    'nobody can tell what took its place',
    { status: 'failed', which: 'other', taken: 'new', outcome: 'unknown' },
    'undecided',
  ],
  [
    'the wallet sent something else',
    { status: 'failed', which: 'replacement', taken: 'new', outcome: 'different' },
    'failed',
  ],
] as const)('tells of a cancel where %s', async (_, decision, shows) => {
  await decided('cancel', decision)
  await shown(`replacement-${shows}`)
})

it('doesn’t tell a speed-up as made where nothing moved', async () => {
  const reason = 'The token doesn’t say that anything moved.'
  const outcome = { outcome: 'unknown', code: 'TRANSACTION_NOT_MOVED', reason } as const
  await decided('faster', { status: 'confirmed', which: 'replacement', taken: 'new', ...outcome })
  expect((await shown('replacement-undecided')).textContent).toContain(reason)
})

it('leads back from a wallet that is no longer waited for', async () => {
  await asked('cancel')
  await press('replacement-no-answer')
  await press('replacement-stop')
  await press('replacement-again')
  await shown('pending-transaction')
})

it('shows what the wallet said when it isn’t known what it did', async () => {
  const replacement = await asked('cancel')
  replacement.wallet.reject(new BaseError('Replacement underpriced.', { code: 'WALLET_FAILED' }))
  expect((await shown('replacement-undecided')).textContent).toContain('Replacement underpriced.')
})

it('goes on with a fee beyond reason only when the person agrees to it', async () => {
  const data = testActivity()
  const asked: unknown[] = []
  data.replace = {
    ...data.replace,
    async prepare({ way, highestFee }) {
      asked.push(highestFee)
      if (highestFee === undefined) throw new FeeUnreasonableError(ether(2n * 10n ** 18n))
      return testReplacement({ way }).prepared
    },
  }
  const { row } = await openList(data)
  row.click()
  await press('pending-faster')
  await shown('pending-pay-anyway')
  // One strong button at a time.
  expect(byId('pending-faster')?.dataset['variant']).toBe('secondary')
  await press('pending-pay-anyway')
  await shown('pending-confirm')
  expect(asked).toEqual([undefined, 2n * 10n ** 18n])
})

it('says what is wrong with a transaction that can’t be changed, and looks again', async () => {
  const data = testActivity()
  const { find } = data.replace
  const refused = new BaseError('The network has taken it.', { code: 'TRANSACTION_DECIDED' })
  data.replace = { ...data.replace, find: () => Promise.reject(refused) }
  const { row } = await openList(data)
  row.click()
  const alert = await vi.waitFor(() => {
    const found = document.querySelector('.lk-state')
    expect(found).not.toBeNull()
    return found as HTMLElement
  }, 10_000)
  expect(alert.textContent).toContain('The network has taken it.')
  data.replace = { ...data.replace, find }
  alert.querySelector('button')?.click()
  await shown('pending-cancel')
})

it('says that the network took it while the person looks, and offers nothing more', async () => {
  const { row, data, kernel } = await openList()
  row.click()
  await shown('pending-cancel')
  data.answer = () => pageOf([record('old'), record('done')])
  await kernel.get(ActivityFeed).refresh()
  await shown('pending-taken')
  expect(byId('pending-cancel')).toBeNull()
})

/** A payment to the account that waits, which a child can pay for. */
async function paid() {
  const data = testActivity()
  const { minedAt: _, ...incoming } = record('in', {
    operation: 'receive',
    status: 'pending',
    from: bob,
    to: alice,
    transfers: [transfer({ direction: 'in' })],
  })
  const replacement = testReplacement({
    way: 'child',
    isCertain: true,
    newId: 'child',
    child: { left: ether(9n * 10n ** 17n), from: [bob], rate: { before: 1, after: 12.5, unit: 'sat/vB' } },
    record: { ...incoming, operation: 'send', from: alice, transfers: [transfer({ direction: 'self' })] },
  })
  data.replace = {
    ...data.replace,
    incoming: true,
    find: async () => ({ ways: ['child'], fee: ether(10n ** 15n), record: incoming, notices: [] }),
    prepare: async () => replacement.prepared,
  }
  const bench = await openList(data, [incoming])
  return { ...bench, replacement }
}

it('leads from a payment to the account that waits to a child that pays for both, and keeps both in the list', async () => {
  const { replacement, kernel } = await paid()
  await press('activity-row-in')
  expect((await shown('pending-child')).textContent).toBe('Speed up')
  await press('pending-child')
  const confirm = await shown('pending-confirm')
  expect(confirm.textContent?.replaceAll('\u00a0', ' ')).toBe('Speed up for 0.002 ETH')
  expect(text('pending-rate')).toContain('1 → 12.5 sat/vB')
  expect(text('pending-left')).toContain('0.9 ETH')
  expect(text('pending-sender')).toContain('0xB0')
  confirm.click()
  await shown('replacement-asking')
  replacement.wallet.resolve()
  replacement.takesPlace.resolve(undefined)
  await shown('replacement-pending')
  const list = () =>
    Object.values(kernel.get(ActivityFeed).state.entries)[0]?.transactions.map(
      ({ id, status }) => `${id} ${status}`,
    )
  await vi.waitFor(
    () => expect(list()).toEqual(['child pending', 'in pending', 'old pending', 'done confirmed']),
    10_000,
  )
  replacement.decision.resolve({ status: 'confirmed', which: 'replacement', taken: 'child' })
  expect((await shown('replacement-confirmed')).textContent).toContain('The network took both transactions.')
  await vi.waitFor(
    () => expect(list()).toEqual(['child confirmed', 'in pending', 'old pending', 'done confirmed']),
    10_000,
  )
})

it('leads from a payment to the account to the explorer where the wallet can’t speed it up', async () => {
  const { data } = await paid()
  const refused = new BaseError('Your wallet can’t do this.', { code: 'FEATURE_MISSING' })
  data.replace = { ...data.replace, find: () => Promise.reject(refused) }
  await press('activity-row-in')
  const view = await shown('pending-unread')
  expect(view.textContent).toContain('Your wallet can’t do this.')
  expect(view.querySelector('a')?.href).toBe('https://explorer.example/tx/in')
})

it('leads from a payment to the account to the explorer where the chain can’t speed it up', async () => {
  const data = testActivity()
  const transfers = [transfer({ direction: 'in' })]
  await openList(data, [record('in', { operation: 'receive', status: 'pending', from: bob, transfers })])
  expect((await shown('activity-row-in')).tagName).toBe('A')
})
