// What stands in the list while a pending transaction is replaced: one entry of the two, and the truth about which.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { BaseError, definePlugin, type PluginContext, UserRejectedError } from '@latchkey/kernel/plugin'
import { Notifications, Session } from '@latchkey/kernel/wallet'
import type { ReplaceDecision } from '@latchkey/kernel/contracts'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { fakeClock, type FakeStorage, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, pageOf, record, testActivity, testReplacement } from '../test/testActivity.js'
import { ActivityFeed, activity, replacementDangers } from './index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function app(storage: FakeStorage = fakeStorage(), data = testActivity()) {
  data.answer = () => pageOf([])
  let context: PluginContext | undefined
  const settled: unknown[] = []
  const listener = definePlugin({
    id: 'test.listener',
    kernel: '^1.0.0',
    setup(own) {
      context = own
      own.on(TransactionSettled, ({ record: { id, status } }) => void settled.push({ id, status }))
    },
  })
  const clock = fakeClock()
  const kernel = createKernel([...data.plugins, activity(), listener], {
    id: 'latchkey',
    clock,
    storage,
    logLevel: 'silent',
  })
  kernels.push(kernel)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const feed = kernel.get(ActivityFeed)
  feed.watch()
  await settle()
  const list = () =>
    Object.values(feed.state.entries)[0]?.transactions.map(({ id, status }) => `${id} ${status}`)
  return { kernel, clock, storage, data, feed, list, settled, emit: context!.emit }
}

const pending = () => {
  const { minedAt: _, ...sent } = record('old', { status: 'pending' })
  return sent
}

/** One transaction that waits, and what replaces it, which the wallet has made. */
async function replacing(over: Parameters<typeof testReplacement>[0] = {}, takesPlace?: boolean) {
  const bench = await app()
  bench.emit(TransactionSubmitted, { address: alice, record: pending() })
  await settle()
  const replacement = testReplacement(over)
  void bench.feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
  await settle()
  replacement.wallet.resolve()
  replacement.takesPlace.resolve(takesPlace)
  await settle()
  return { ...bench, replacement, state: () => bench.feed.state.replacements['old'] }
}

type Which = ReplaceDecision['which']
const decided = (which: Which, taken: string, over: Partial<ReplaceDecision> = {}): ReplaceDecision => ({
  status: 'confirmed',
  which,
  taken,
  ...over,
})

/** A chain that is asked for what became of a replacement of an earlier page. */
function following() {
  const data = testActivity()
  const replacement = testReplacement()
  const asked: unknown[] = []
  data.replace = {
    ...data.replace,
    async follow(request) {
      asked.push(request)
      return replacement.submitted
    },
  }
  return { data, replacement, asked }
}

it('asks no wallet that may choose another nonce before the person has accepted that', async () => {
  const bench = await app()
  bench.emit(TransactionSubmitted, { address: alice, record: pending() })
  await settle()
  const replacement = testReplacement()
  const [danger] = replacementDangers(replacement.prepared)
  for (const accepted of [undefined, [{ ...danger!, subject: 'nonce cancel 8' }]]) {
    await bench.feed.replace(replacement.prepared, pending(), accepted)
    expect(replacement.asked()).toBe(0)
    expect(bench.feed.state.replacements['old']).toMatchObject({
      ...{ phase: 'refused', error: { code: 'DANGER_NOT_ACCEPTED' } },
    })
  }
  void bench.feed.replace(replacement.prepared, pending(), [danger!])
  await settle()
  expect(replacement.asked()).toBe(1)
})

describe('the list', () => {
  it.each([
    ['the new one', 'replacement', 'new', ['new confirmed']],
    ['the first one', 'original', 'old', ['old confirmed']],
    ['the same by another', 'other', 'third', ['third confirmed']],
  ] as const)(
    'has one of the two, and ends with %s when the chain took that',
    async (_, which, taken, end) => {
      const { list, replacement, settled } = await replacing({}, true)
      expect(list()).toEqual(['new pending'])
      replacement.decision.resolve(decided(which, taken))
      await settle()
      expect(list()).toEqual(end)
      expect(settled).toEqual([{ id: taken, status: 'confirmed' }])
    },
  )

  it.each([
    ['replacement', 'new', 'confirmed'],
    ['replacement', 'new', 'failed'],
    ['original', 'old', 'confirmed'],
  ] as const)(
    'stays with one when the feature that sent the first tells its own end: %s',
    async (which, taken, told) => {
      const { emit, list, replacement } = await replacing({}, true)
      const tell = (status: 'confirmed' | 'failed') =>
        emit(TransactionSettled, { address: alice, record: { ...pending(), status } })
      tell(told)
      await settle()
      expect(list()).toEqual(['new pending'])
      replacement.decision.resolve(decided(which, taken))
      await settle()
      tell(told)
      await settle()
      expect(list()).toEqual([`${taken} confirmed`])
    },
  )

  it('keeps one when the chain told only later that the wallet replaced', async () => {
    const { list, replacement } = await replacing({}, undefined)
    expect(list()).toEqual(['new pending', 'old pending'])
    replacement.decision.resolve(decided('replacement', 'new'))
    await settle()
    expect(list()).toEqual(['new confirmed'])
  })

  it.each(['old', 'new'])('leaves it to the history once that names %s', async (named) => {
    const { data, feed, list } = await replacing({}, true)
    data.answer = () => pageOf([record(named)])
    await feed.refresh()
    await settle()
    expect(list()).toEqual([`${named} confirmed`])
  })

  it('has both where the wallet made a second one, and says so', async () => {
    const { list, replacement, state, kernel } = await replacing({ way: 'faster' }, false)
    expect(list()).toEqual(['new pending', 'old pending'])
    expect(state()).toMatchObject({ phase: 'apart', id: 'new' })
    replacement.decision.resolve(decided('apart', 'new', { code: 'REPLACEMENT_APART', reason: 'Two.' }))
    await settle()
    expect(list()).toEqual(['new confirmed', 'old pending'])
    expect(kernel.get(Notifications).state.toasts.length).toBe(1)
  })

  it('replaces a replacement', async () => {
    const { feed, list } = await replacing({}, true)
    const next = testReplacement({ way: 'faster', newId: 'newer' })
    const { minedAt: _, ...fresh } = record('new', { status: 'pending' })
    void feed.replace(next.prepared, fresh, replacementDangers(next.prepared))
    next.wallet.resolve()
    next.takesPlace.resolve(true)
    await settle()
    expect(list()).toEqual(['newer pending'])
    next.decision.resolve(decided('original', 'new'))
    await settle()
    expect(list()).toEqual(['new confirmed'])
  })

  it('is the same after a reload, and the end is followed', async () => {
    const { storage } = await replacing({}, true)
    const { data, replacement, asked } = following()
    const later = await app(storage, data)
    expect(later.list()).toEqual(['new pending'])
    expect(asked).toMatchObject([{ id: 'new', replaced: 'old', way: 'cancel', from: alice, trail: 'trail' }])
    replacement.decision.resolve(decided('original', 'old'))
    await settle()
    expect(later.list()).toEqual(['old confirmed'])
  })
})

it('is followed after a reload although the page was left as soon as the wallet had answered', async () => {
  const { storage, list } = await (async () => {
    const bench = await app()
    bench.emit(TransactionSubmitted, { address: alice, record: pending() })
    await settle()
    const replacement = testReplacement({ way: 'faster' })
    void bench.feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    replacement.wallet.resolve()
    await settle()
    return bench
  })()
  expect(list()).toEqual(['new pending', 'old pending'])
  const { data, replacement, asked } = following()
  const later = await app(storage, data)
  expect(asked).toMatchObject([{ id: 'new', replaced: 'old', way: 'faster', from: alice }])
  expect(later.list()).toEqual(['new pending', 'old pending'])
  replacement.takesPlace.resolve(true)
  await settle()
  expect(later.list()).toEqual(['new pending'])
  replacement.decision.resolve(decided('replacement', 'new'))
  await settle()
  expect(later.list()).toEqual(['new confirmed'])
})

it('that is a child and is replaced itself ends quietly: it is told of the one in its place', async () => {
  const { minedAt: _, ...incoming } = record('in', { operation: 'receive', status: 'pending' })
  const { minedAt: __, id: ___, ...own } = record('', { status: 'pending' })
  const bench = await app()
  const child = testReplacement({ way: 'child', newId: 'child', record: own })
  void bench.feed.replace(child.prepared, incoming, replacementDangers(child.prepared))
  child.wallet.resolve()
  child.takesPlace.resolve(undefined)
  await settle()
  const next = testReplacement({ way: 'faster', newId: 'faster child' })
  void bench.feed.replace(next.prepared, { ...own, id: 'child' }, replacementDangers(next.prepared))
  next.wallet.resolve()
  await settle()
  const over = { status: 'failed', code: 'CHILD_REPLACED', reason: 'Another one spent it.' } as const
  child.decision.resolve(decided('other', 'faster child', over))
  await settle()
  expect(bench.kernel.get(Notifications).state.toasts).toEqual([])
  expect(bench.settled).toEqual([])
  expect(bench.feed.state.replacements['in']).toBeUndefined()
  next.takesPlace.resolve(true)
  next.decision.resolve(decided('replacement', 'faster child'))
  await settle()
  expect(bench.list()).toEqual(['faster child confirmed'])
  expect(bench.settled).toEqual([{ id: 'faster child', status: 'confirmed' }])
})

it('that is a child says so when something else spent its money', async () => {
  const { replacement, state, kernel } = await replacing({ way: 'child' }, undefined)
  const over = { status: 'failed', code: 'CHILD_REPLACED', reason: 'Another one spent it.' } as const
  replacement.decision.resolve(decided('other', 'third', over))
  await settle()
  expect(state()).toMatchObject({ phase: 'decided', which: 'other', status: 'failed' })
  expect(kernel.get(Notifications).state.toasts).toMatchObject([{ type: 'error' }])
})

it.each(['TRANSACTION_REFUSED', 'TRANSACTION_UNDECIDED'])(
  'that the network refused later (%s) may have been sent: both stay in the list',
  async (code) => {
    const { list, replacement, state } = await replacing({}, undefined)
    expect(list()).toEqual(['new pending', 'old pending'])
    replacement.decision.reject(new BaseError('Too little.', { code }))
    await settle()
    expect(list()).toEqual(['new pending', 'old pending'])
    expect(state()).toMatchObject({ phase: 'undecided', error: { code } })
  },
)

it('keeps what the chain could not tell of it', async () => {
  const { replacement, state } = await replacing({ way: 'faster' }, true)
  const over = { outcome: 'unknown', code: 'TRANSACTION_NOT_MOVED', reason: 'Look.' } as const
  replacement.decision.resolve(decided('replacement', 'new', over))
  await settle()
  expect(state()).toMatchObject({ phase: 'decided', outcome: 'unknown' })
})

describe('a wallet that is no longer waited for', () => {
  async function forgotten() {
    const bench = await app()
    bench.emit(TransactionSubmitted, { address: alice, record: pending() })
    const replacement = testReplacement()
    void bench.feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    await settle()
    bench.feed.forget('old')
    await settle()
    return { ...bench, replacement, state: () => bench.feed.state.replacements['old'] }
  }

  it('has an answer that still counts', async () => {
    const { replacement, state, list, feed } = await forgotten()
    expect(state()).toEqual({ way: 'cancel', phase: 'lost' })
    feed.forget('old')
    await settle()
    expect(state()).toBeUndefined()
    replacement.wallet.resolve()
    replacement.takesPlace.resolve(true)
    await settle()
    expect(state()).toMatchObject({ phase: 'pending', id: 'new' })
    expect(list()).toEqual(['new pending'])
  })

  it('is not asked again, nor followed twice, when the same one is confirmed again', async () => {
    const { replacement, feed, state, settled } = await forgotten()
    void feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    await settle()
    expect([replacement.asked(), state()?.phase]).toEqual([1, 'asking'])
    replacement.wallet.resolve()
    replacement.takesPlace.resolve(true)
    replacement.decision.resolve(decided('replacement', 'new'))
    await settle()
    expect(settled).toEqual([{ id: 'new', status: 'confirmed' }])
  })
})

describe('the wallet', () => {
  it('is asked once, on a double press', async () => {
    const { feed } = await app()
    const replacement = testReplacement()
    void feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    void feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    await settle()
    expect(replacement.asked()).toBe(1)
    expect(feed.state.replacements['old']).toMatchObject({ phase: 'asking', way: 'cancel' })
  })

  it.each([
    ['declines', new UserRejectedError(), 'refused'],
    [
      'signed what the network refuses',
      new BaseError('Too little.', { code: 'TRANSACTION_REFUSED' }),
      // One node's word: the wallet has signed it, and another node may take it.
      'lost',
    ],
    ['does not answer', new BaseError('gone', { code: 'GONE' }), 'lost'],
  ] as const)('that %s leaves what waits as it is', async (_, cause, phase) => {
    const { emit, feed, list } = await app()
    emit(TransactionSubmitted, { address: alice, record: pending() })
    const replacement = testReplacement()
    void feed.replace(replacement.prepared, pending(), replacementDangers(replacement.prepared))
    replacement.wallet.reject(cause)
    await settle()
    expect(list()).toEqual(['old pending'])
    expect(feed.state.replacements['old']).toMatchObject({ phase, error: { code: cause.code } })
  })
})

it('tells a cancel that came too late, wherever the person is', async () => {
  const { replacement, state, kernel } = await replacing({}, true)
  const reason = 'The network took the first transaction before it could be canceled.'
  replacement.decision.resolve(decided('original', 'old', { code: 'CANCEL_TOO_LATE', reason }))
  await settle()
  expect(state()).toMatchObject({ phase: 'decided', which: 'original', status: 'confirmed' })
  expect(kernel.get(Notifications).state.toasts).toMatchObject([{ type: 'error' }])
})
