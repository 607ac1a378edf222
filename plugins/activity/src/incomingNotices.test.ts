import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/kernel/plugin'
import { Notifications, Session } from '@latchkey/kernel/wallet'
import { plainWords, TokenKeepers, type TransactionRecord } from '@latchkey/kernel/contracts'
import { fakeClock, type FakeStorage, fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { alice, bob, one, pageOf, record, testActivity, transfer, usdc } from '../test/testActivity.js'
import { ActivityFeed, activity, incomingNotices } from './index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

const stranger = `0x${'5'.repeat(40)}`
const listed = { address: `0x${'7'.repeat(40)}`, symbol: 'USDC', decimals: 6 }
const kept = { address: `0x${'8'.repeat(40)}`, symbol: 'OWN', decimals: 6 }
const paid = (id: string, over: Partial<TransactionRecord> = {}) =>
  record(id, {
    ...{ operation: 'receive', from: stranger, to: alice, transfers: [coin()] },
    ...over,
  })
const coin = (over = {}) => transfer({ direction: 'in', from: stranger, to: alice, ...over })

pluginSuite({
  test: it,
  create: () => incomingNotices(),
  others: () => [...testActivity().plugins, activity()],
  manifest,
})

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

const opened = 1_700_000_000_000
async function open(first = [record('before')], storage: FakeStorage = fakeStorage()) {
  const data = testActivity()
  const keeper = definePlugin({
    id: 'test.keeper',
    kernel: '^1.0.0',
    setup: (context) =>
      void context.add(TokenKeepers, {
        id: 'test',
        list: () => [kept],
        hides: () => false,
        keep: async () => kept,
      }),
  })
  data.answer = () => pageOf(first)
  const kernel = createKernel(
    [...data.plugins, activity(), keeper, incomingNotices({ tokens: { [one]: [listed] } })],
    { id: 'latchkey', clock: fakeClock(opened), storage, logLevel: 'silent' },
  )
  kernels.push(kernel)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const feed = kernel.get(ActivityFeed)
  feed.watch()
  await settle()
  const toasts = () => kernel.get(Notifications).state.toasts.map(({ message }) => plainWords(message))
  async function show(...records: readonly TransactionRecord[]): Promise<void> {
    data.answer = () => pageOf(records)
    await feed.refresh()
    await settle()
  }
  return {
    data,
    toasts,
    show,
    read: (...records: readonly TransactionRecord[]) => show(...records, record('before')),
  }
}

it('tells once of what came in after the page was opened, and asks for nothing itself', async () => {
  const { data, read, toasts } = await open()
  expect([toasts(), data.asked.length]).toEqual([[], 1])
  await read(paid('new'))
  expect(toasts()).toHaveLength(1)
  expect(toasts()[0]).toMatch(/^You received .* ETH\.$/)
  await read(paid('new'))
  expect([toasts().length, data.asked.length]).toEqual([1, 3])
})

it('tells when the chain has taken it, and not before', async () => {
  const { read, toasts } = await open()
  await read(paid('new', { status: 'pending' }))
  expect(toasts()).toEqual([])
  await read(paid('new'))
  expect(toasts()).toHaveLength(1)
})

it('tells in one tab, and not again after a reload', async () => {
  const storage = fakeStorage()
  const first = await open(undefined, storage)
  const second = await open(undefined, storage.openTab())
  await first.read(paid('new'))
  await second.read(paid('new'))
  expect([first.toasts().length, second.toasts().length]).toEqual([1, 0])
  const reloaded = await open(undefined, storage.openTab())
  await reloaded.read(paid('new'))
  expect(reloaded.toasts()).toEqual([])
})

it('tells of listed tokens and of those that the person added, by the names in these lists', async () => {
  const { read, toasts } = await open()
  const named = (asset: string) =>
    coin({ asset: asset.toUpperCase().replace('0X', '0x'), amount: { ...usdc(5_000_000n), symbol: 'FAKE' } })
  await read(
    paid('a', { transfers: [named(listed.address)] }),
    paid('b', { transfers: [named(kept.address)] }),
  )
  expect(toasts().sort()).toEqual(['You received 5 OWN.', 'You received 5 USDC.'])
})

it.each<[string, Partial<TransactionRecord>]>([
  ['a token that nobody listed', { transfers: [coin({ asset: `0x${'9'.repeat(40)}`, amount: usdc(5n) })] }],
  ['nothing', { transfers: [coin({ amount: usdc(0n) })] }],
  ['a collectible', { transfers: [coin({ asset: listed.address, collectible: { id: '1' } })] }],
  ['what a trade brought', { operation: 'trade', transfers: [coin(), transfer({ direction: 'out' })] }],
  ['what the account itself did', { from: alice }],
  ['what another own account moved', { from: bob, transfers: [coin({ from: bob })] }],
  ['what failed', { status: 'failed' }],
  ['what only an explorer tells', { isUnproven: true }],
  ['a transfer that only an explorer tells', { transfers: [coin({ isUnproven: true })] }],
])('does not tell of %s', async (_, over) => {
  const { read, toasts } = await open()
  await read(paid('new', over))
  expect(toasts()).toEqual([])
  // The same reading goes on to tell of others.
  await read(paid('other'), paid('new', over))
  expect(toasts()).toHaveLength(1)
})

it('does not take older ones for new', async () => {
  const { show, toasts } = await open()
  await show(record('before'), paid('older'))
  expect(toasts()).toEqual([])
  await show(paid('new'), record('before'), paid('older'))
  expect(toasts()).toHaveLength(1)
})

it('does not take for new what a lagging index finds later', async () => {
  const { data, show, toasts } = await open([])
  expect([toasts(), data.asked.length]).toEqual([[], 1])
  const day = 86_400_000
  await show(paid('old', { minedAt: opened - day }))
  expect(toasts()).toEqual([])
  await show(paid('new', { minedAt: opened + 1_000 }), paid('old', { minedAt: opened - day }))
  expect(toasts()).toHaveLength(1)
})

it('tells of nothing where too much came in between to know what is new', async () => {
  const { show, toasts } = await open()
  const many = Array.from({ length: 30 }, (_, index) => paid(`${index}`))
  await show(...many)
  expect(toasts()).toEqual([])
  await show(paid('new'), ...many)
  expect(toasts()).toHaveLength(1)
})

it('goes on where somebody else wrote into the storage', async () => {
  const { read, toasts } = await open(undefined, fakeStorage({ 'latchkey:activity.incoming': '[5,{"a":1}]' }))
  await read(paid('new'))
  expect(toasts()).toHaveLength(1)
})

it('shows three at most for one reading', async () => {
  const { read, toasts } = await open()
  await read(...['a', 'b', 'c', 'd', 'e'].map((id) => paid(id)))
  expect(toasts()).toHaveLength(3)
})
