import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin, type PluginContext } from '@latchkey/kernel/plugin'
import { Networks, Notifications, Session } from '@latchkey/kernel/wallet'
import { TransactionSettled, TransactionSubmitted } from '@latchkey/kernel/transaction'
import { fakeClock, type FakeStorage, fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { alice, bob, one, pageOf, record, testActivity, transfer, two, usdc } from '../test/testActivity.js'
import { ActivityFeed, activity, MoreTransactionsAsked, TransactionsFailed } from './index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

/** Lets what is already due to happen, happen. Time stands still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function app(storage: FakeStorage = fakeStorage(), data = testActivity(), later = 0) {
  const clock = fakeClock()
  clock.advance(later)
  const events: { readonly id: string; readonly payload: unknown }[] = []
  let context: PluginContext | undefined
  const listener = definePlugin({
    id: 'test.listener',
    kernel: '^1.0.0',
    setup(own) {
      context = own
      for (const event of [MoreTransactionsAsked, TransactionsFailed]) {
        own.on(event, (payload) => void events.push({ id: event.id, payload }))
      }
    },
  })
  const kernel = createKernel([...data.plugins, activity(), listener], {
    id: 'latchkey',
    clock,
    storage,
    logLevel: 'silent',
  })
  kernels.push(kernel)
  await kernel.start()
  const session = kernel.get(Session)
  await session.connect({ connectorId: 'fake.wallet' })
  const feed = kernel.get(ActivityFeed)
  const entry = () => Object.values(feed.state.entries)[0]
  const ids = () => entry()?.transactions.map(({ id }) => id)
  const { emit } = context!
  return { kernel, emit, clock, storage, data, events, session, feed, entry, ids }
}

type App = Awaited<ReturnType<typeof app>>
const never = () => new Promise<never>(() => {})
/** Emits an event as a feature that sends would. */
function send({ emit: tell }: Pick<App, 'emit'>, status?: 'confirmed' | 'failed', id = 'sent') {
  const pending = record(id, { status: 'pending', fee: { value: 5n, decimals: 18, symbol: 'ETH' } })
  const { minedAt: _, ...sent } = pending
  if (status) tell(TransactionSettled, { address: alice, record: { ...sent, status } })
  else tell(TransactionSubmitted, { address: alice, record: sent, wait: never })
}

describe('reading', () => {
  it('asks for nothing before somebody looks, then for the newest of the active account and network', async () => {
    const { data, feed, ids, entry } = await app()
    await settle()
    expect(data.asked).toEqual([])
    const end = feed.watch()
    await settle()
    expect(data.asked).toMatchObject([{ networkId: one, address: alice, limit: 20 }])
    expect(ids()).toEqual(['1'])
    expect(entry()).toMatchObject({ status: 'success', hasMore: false, source: 'chain', reading: false })
    feed.watch()
    await settle()
    expect(data.asked).toHaveLength(1)
    end()
  })

  it('adds older pages without repeats, one at a time, and says that they were asked for', async () => {
    const { data, feed, ids, entry, events } = await app()
    data.answer = ({ cursor }) =>
      cursor === undefined
        ? pageOf([record('3'), record('2')], { next: 'older' })
        : pageOf([record('2'), record('1')], { searched: { fromBlock: 7n, since: 5 } })
    feed.watch()
    await settle()
    expect(entry()?.hasMore).toBe(true)
    await Promise.all([feed.loadMore(), feed.loadMore()])
    expect(ids()).toEqual(['3', '2', '1'])
    expect(entry()).toMatchObject({ hasMore: false, searched: { fromBlock: 7n, since: 5 } })
    await feed.loadMore()
    expect(data.asked.map(({ cursor }) => cursor)).toEqual([undefined, 'older'])
    expect(events).toEqual([
      { id: 'LOAD_MORE_TRANSACTIONS', payload: { address: alice, isSmartAccount: false, cursor: 'older' } },
    ])
  })

  it('keeps what was read with its age while the newest can’t be read again', async () => {
    const { data, feed, ids, entry, clock } = await app()
    feed.watch()
    await settle()
    const readAt = clock.now()
    expect(entry()?.oldSince).toBeUndefined()
    clock.advance(60_000)
    data.answer = () => Promise.reject(new Error('Down.'))
    await feed.refresh()
    expect(ids()).toEqual(['1'])
    expect(entry()).toMatchObject({ status: 'success', oldSince: readAt })
    clock.advance(60_000)
    await feed.refresh()
    expect(entry()?.oldSince).toBe(readAt)
    data.answer = () => pageOf([record('2'), record('1')])
    await feed.refresh()
    expect(ids()).toEqual(['2', '1'])
    expect(entry()?.oldSince).toBeUndefined()
  })

  it('gathers what the source cannot see, each thing once', async () => {
    const { data, feed, entry } = await app()
    const unseen = { code: 'INTERNAL_TRANSFERS_UNSEEN', message: 'May be missing.' }
    const left = { code: 'TOKEN_ACCOUNTS_LEFT_OUT', message: 'Four are missing.' }
    data.answer = ({ cursor }) =>
      cursor === undefined
        ? pageOf([record('2')], { next: 'older', gaps: [unseen] })
        : pageOf([record('1')], { gaps: [unseen, left] })
    feed.watch()
    await settle()
    expect(entry()?.gaps).toEqual([unseen])
    await feed.loadMore()
    expect(entry()?.gaps).toEqual([unseen, left])
    data.answer = () => pageOf([record('9')])
    await feed.refresh()
    expect(entry()?.gaps).toEqual([])
  })

  it('goes on over a few empty pages, and then leaves it to the person', async () => {
    const { data, feed, entry, ids } = await app()
    let count = 0
    data.answer = () => {
      count += 1
      return pageOf([], { next: `${count}`, searched: { fromBlock: BigInt(100 - count) } })
    }
    feed.watch()
    await settle()
    expect(data.asked).toHaveLength(4)
    expect(entry()).toMatchObject({ hasMore: true, searched: { fromBlock: 96n } })
    data.answer = () => pageOf([record('found')])
    await feed.loadMore()
    expect(ids()).toEqual(['found'])
  })

  it('ends where a source answers the cursor it was asked with', async () => {
    const { data, feed, entry } = await app()
    data.answer = () => pageOf([], { next: 'same' })
    feed.watch()
    await settle()
    expect(data.asked).toHaveLength(2)
    expect(entry()?.hasMore).toBe(false)
  })

  it('leaves out what brought only spam, and what is of another network', async () => {
    const { data, feed, ids } = await app()
    const spam = transfer({ collectible: { id: '1', isSpam: true } })
    data.answer = () =>
      pageOf([
        record('spam', { transfers: [spam, spam] }),
        record('mixed', { transfers: [spam, transfer()] }),
        record('elsewhere', { networkId: two }),
        record('nothing moved', { transfers: [] }),
      ])
    feed.watch()
    await settle()
    expect(ids()).toEqual(['mixed', 'nothing moved'])
  })

  it('is emptied when the account or the network changes, and drops what comes too late', async () => {
    const { kernel, data, feed, session, entry, ids } = await app()
    let late = (_: ReturnType<typeof pageOf>) => {}
    data.answer = () => new Promise((resolve) => (late = resolve))
    feed.watch()
    await settle()
    const connection = session.state.connections[0]!
    data.answer = ({ address }) => pageOf([record(address)])
    session.setActiveAccount({
      namespace: 'eip155',
      connectionId: connection.id,
      accountId: connection.accounts[1]!.id,
    })
    await settle()
    late(pageOf([record('late')]))
    await settle()
    expect(Object.keys(feed.state.entries)).toEqual([`${one}:${bob}`])
    expect(ids()).toEqual([bob])
    data.answer = () => pageOf([record('elsewhere', { networkId: two })])
    await kernel.get(Networks).switch(two)
    await settle()
    expect(entry()).toMatchObject({ networkId: two, address: bob })
    expect(ids()).toEqual(['elsewhere'])
    await session.disconnect()
    await settle()
    expect(feed.state.entries).toEqual({})
  })
})

describe('failures', () => {
  it('are said once, told to analytics, not repeated by themselves, and can be tried again', async () => {
    const { kernel, data, feed, entry, ids, events, clock } = await app()
    data.answer = () => Promise.reject(new Error('no source'))
    feed.watch()
    await settle()
    expect(entry()).toMatchObject({ status: 'error', error: { code: 'TRANSACTIONS_UNAVAILABLE' } })
    expect(kernel.get(Notifications).state.snackbar).toMatchObject({
      open: true,
      variant: 'error',
      message: { section: 'errors', text: 'Failed to fetch transactions' },
    })
    expect(events).toEqual([
      { id: 'ERROR_FETCH_TRANSACTIONS', payload: { address: alice, isSmartAccount: false } },
    ])
    clock.advance(120_000)
    await settle()
    expect(data.asked).toHaveLength(1)
    data.answer = () => pageOf([record('back')])
    await feed.refresh()
    expect(ids()).toEqual(['back'])
    expect(entry()).toMatchObject({ status: 'success', error: undefined })
  })

  it('of an older page keep what is there, with the cursor to try again', async () => {
    const { data, feed, entry, ids, events } = await app()
    data.answer = () => pageOf([record('new')], { next: 'older' })
    feed.watch()
    await settle()
    data.answer = () => Promise.reject(new Error('no source'))
    await feed.loadMore()
    expect(entry()).toMatchObject({
      status: 'success',
      hasMore: true,
      error: { code: 'TRANSACTIONS_UNAVAILABLE' },
    })
    expect(events.at(-1)).toEqual({
      id: 'ERROR_FETCH_TRANSACTIONS',
      payload: { address: alice, isSmartAccount: false, cursor: 'older' },
    })
    data.answer = () => pageOf([record('old')])
    await feed.loadMore()
    expect(ids()).toEqual(['new', 'old'])
    expect(entry()?.error).toBeUndefined()
  })
})

describe('what this app sent', () => {
  it('stands at the top at once, and turns into what the chain decided', async () => {
    const own = await app()
    const { data, feed, entry } = own
    feed.watch()
    await settle()
    send(own)
    await settle()
    expect(entry()?.transactions.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'sent pending',
      '1 confirmed',
    ])
    send(own, 'failed')
    await settle()
    expect(entry()?.transactions.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'sent failed',
      '1 confirmed',
    ])
    // The history was asked again, and names it now.
    expect(data.asked).toHaveLength(2)
    data.answer = () => pageOf([record('sent', { minedAt: 1 }), record('1')])
    await feed.refresh()
    expect(entry()?.transactions.map(({ id, minedAt }) => `${id} ${minedAt}`)).toEqual([
      'sent 1',
      '1 1700000000000',
    ])
  })

  it('is decided by its own promise, too', async () => {
    const { emit, feed, entry } = await app()
    feed.watch()
    await settle()
    const { minedAt: _, ...sent } = record('own', { status: 'pending' })
    emit(TransactionSubmitted, {
      address: alice,
      record: sent,
      wait: () => Promise.resolve({ status: 'confirmed' as const }),
    })
    await settle()
    expect(entry()?.transactions[0]).toMatchObject({ id: 'own', status: 'confirmed' })
  })

  it('is there again after a reload, with its amounts, until the history names it', async () => {
    const storage = fakeStorage()
    const first = await app(storage)
    send(first)
    await settle()
    await first.kernel.dispose()
    const data = testActivity()
    const { feed, entry, ids, clock } = await app(storage, data)
    feed.watch()
    await settle()
    expect(entry()?.transactions[0]).toEqual({
      id: 'sent',
      networkId: one,
      operation: 'send',
      status: 'pending',
      from: alice,
      to: bob,
      fee: { value: 5n, decimals: 18, symbol: 'ETH' },
      transfers: [transfer()],
    })
    // It waits for the chain, so that the history is asked again now and then.
    data.answer = () => pageOf([record('sent'), record('1')])
    clock.advance(15_000)
    await settle()
    expect(ids()).toEqual(['sent', '1'])
    expect(entry()?.transactions[0]?.status).toBe('confirmed')
    await kernels.at(-1)?.dispose()
    const third = await app(storage)
    third.feed.watch()
    await settle()
    expect(third.ids()).toEqual(['1'])
  })

  describe('right before the page is left, while the code of the activity is still on its way', () => {
    const { minedAt: _, ...sent } = record('bundle', {
      status: 'pending',
      fee: { value: 5n, decimals: 18, symbol: 'ETH' },
    })
    /** What is stored the moment it was told, and nothing later. */
    const leave = async (storage = fakeStorage()) => {
      const { emit } = await app(storage)
      emit(TransactionSubmitted, { address: alice, record: { ...sent, isUncertain: true } })
      return fakeStorage(Object.fromEntries(storage.values))
    }

    /** What the history has is something else. */
    const next = (storage: FakeStorage) => {
      const data = testActivity()
      data.answer = () => pageOf([record('1', { operation: 'approve', transfers: [] })])
      return app(storage, data)
    }

    it('is there on the next page, once', async () => {
      const left = await leave()
      for (const storage of [left, left]) {
        const { feed, entry, kernel } = await next(storage)
        feed.watch()
        await settle()
        expect(entry()?.transactions.map(({ id, isUncertain }) => [id, isUncertain])).toEqual([
          ['bundle', true],
          ['1', undefined],
        ])
        expect(entry()?.transactions[0]?.fee).toEqual(sent.fee)
        await kernel.dispose()
      }
    })

    it('has the time when it was sent, which is not when it is read', async () => {
      const left = await leave()
      const sentAt = fakeClock().now()
      const data = testActivity()
      data.answer = () => pageOf([])
      const day = 24 * 3_600_000
      // The clock of the next page goes on where the person comes back.
      const second = await app(left, data, day)
      second.feed.watch()
      await settle()
      expect(second.ids()).toEqual(['bundle'])
      const [stored] = JSON.parse(left.values.get('latchkey:activity.pending') as string)
      expect(stored).toMatchObject({ sentAt, record: { id: 'bundle' } })
    })

    it('is left out after two days, as others that wait are', async () => {
      const { feed, ids } = await app(await leave(), testActivity(), 49 * 3_600_000)
      feed.watch()
      await settle()
      expect(ids()).toEqual(['1'])
    })

    it('still says what it replaces, and is stored without icons', async () => {
      const storage = fakeStorage()
      const { emit } = await app(storage)
      const replaces = { record: { ...sent, id: 'old' }, way: 'faster', trail: 'trail' } as const
      const transfers = [transfer({ icon: `data:image/png;base64,${'A'.repeat(500)}` })]
      emit(TransactionSubmitted, { address: alice, record: { ...sent, transfers }, replaces })
      const left = fakeStorage(Object.fromEntries(storage.values))
      expect(left.values.get('latchkey:activity.sent')).not.toContain('image/png')
      const data = testActivity()
      const asked: unknown[] = []
      const { follow } = data.replace
      data.replace = {
        ...data.replace,
        follow(request) {
          asked.push(request)
          return follow(request)
        },
      }
      const { feed } = await app(left, data)
      feed.watch()
      await settle()
      expect(asked).toMatchObject([{ id: 'bundle', replaced: 'old', way: 'faster', trail: 'trail' }])
    })

    it('stands beside what was stored before', async () => {
      const storage = fakeStorage()
      const first = await app(storage)
      send(first)
      await settle()
      await first.kernel.dispose()
      const { feed, ids } = await next(await leave(storage))
      feed.watch()
      await settle()
      expect(ids()).toEqual(['bundle', 'sent', '1'])
    })

    it.each(['{', '[1]', '["{"]', '["{\\"address\\":1}"]', '["null"]'])(
      'is read without what another program wrote: %s',
      async (text) => {
        const { feed, ids, entry } = await app(fakeStorage({ 'latchkey:activity.sent': text }))
        feed.watch()
        await settle()
        expect([ids(), entry()?.status]).toEqual([['1'], 'success'])
      },
    )
  })

  it('isn’t settled by what an explorer alone tells', async () => {
    const own = await app()
    own.feed.watch()
    await settle()
    send(own)
    await settle()
    own.data.answer = () =>
      pageOf([record('sent', { status: 'failed', isUnproven: true }), record('1')], { source: 'explorer' })
    await own.feed.refresh()
    expect(own.entry()?.transactions.map(({ id, status }) => [id, status])).toEqual([
      ['sent', 'pending'],
      ['1', 'confirmed'],
    ])
    // The chain does.
    own.data.answer = () =>
      pageOf([record('sent', { status: 'failed' }), record('1')], { source: 'explorer' })
    await own.feed.refresh()
    expect(own.entry()?.transactions[0]).toMatchObject({ id: 'sent', status: 'failed' })
  })

  describe('that no wallet has named', () => {
    const askedAt = fakeClock().now()
    const { minedAt: _, ...asked } = record('unnamed 1', { status: 'pending' })
    const uncertain = {
      ...asked,
      isUncertain: true as const,
      transfers: [transfer({ from: alice, to: bob })],
    }
    const moved = (over: Parameters<typeof transfer>[0] = {}) => [transfer({ from: alice, to: bob, ...over })]
    const other = record('1', { operation: 'approve', transfers: [] })
    const unnamed = async (storage = fakeStorage()) => {
      const data = testActivity()
      data.answer = () => pageOf([other])
      const own = await app(storage, data)
      own.feed.watch()
      await settle()
      own.emit(TransactionSubmitted, { address: alice, record: uncertain, askedAt })
      await settle()
      expect(own.entry()?.transactions[0]).toMatchObject({ id: 'unnamed 1', isUncertain: true })
      return own
    }

    it.each<[string, Parameters<typeof record>[1], boolean]>([
      ['by the transaction it came to', {}, true],
      ['by one that the chain refused', { status: 'failed' }, true],
      ['by no transaction from before', { minedAt: askedAt - 120_000 }, false],
      ['by none that an explorer alone tells', { isUnproven: true }, false],
      ['by no transfer that an explorer adds', { transfers: moved({ isUnproven: true }) }, false],
      ['by no transaction of somebody else', { isMadeByOther: true }, false],
      ['by no transaction to somebody else', { transfers: moved({ to: alice }) }, false],
      ['by no transaction of another amount', { transfers: moved({ amount: usdc(1n) }) }, false],
      ['by no transaction of another asset', { transfers: moved({ asset: bob }) }, false],
      ['by nothing that came in', { transfers: moved({ direction: 'in' }) }, false],
    ])('is resolved %s', async (_case, over, isResolved) => {
      const { data, feed, ids } = await unnamed()
      data.answer = () =>
        pageOf([record('found', { minedAt: askedAt + 5_000, transfers: moved(), ...over }), other])
      await feed.refresh()
      expect(ids()).toEqual(isResolved ? ['found', '1'] : ['unnamed 1', 'found', '1'])
    })

    it('is not resolved by the same payment that was made once more, and named', async () => {
      const storage = fakeStorage()
      const own = await unnamed(storage)
      send(own, undefined, 'again')
      send(own, 'confirmed', 'again')
      await settle()
      const answer = () => pageOf([record('again', { minedAt: askedAt + 5_000, transfers: moved() }), other])
      own.data.answer = answer
      await own.feed.refresh()
      await own.feed.refresh()
      expect(own.ids()).toEqual(['unnamed 1', 'again', '1'])
      await own.kernel.dispose()
      const data = testActivity()
      data.answer = answer
      const next = await app(storage, data)
      next.feed.watch()
      await settle()
      expect(next.ids()).toEqual(['unnamed 1', 'again', '1'])
    })

    it('is resolved by a transaction with one and the same asset when it does not say to whom', async () => {
      const data = testActivity()
      data.answer = () => pageOf([other])
      const own = await app(fakeStorage(), data)
      own.feed.watch()
      await settle()
      own.emit(TransactionSubmitted, {
        address: alice,
        record: { ...uncertain, transfers: [transfer()] },
        askedAt,
      })
      await settle()
      expect(own.ids()).toEqual(['unnamed 1', '1'])
      own.data.answer = () =>
        pageOf([record('found', { minedAt: askedAt + 5_000, transfers: moved() }), other])
      await own.feed.refresh()
      expect(own.ids()).toEqual(['found', '1'])
    })

    it.each<[string, readonly [bigint, bigint, bigint], boolean]>([
      ['calls that come to the same', [3n, 4n, 0n], true],
      ['calls that come to the same with what came back', [3n, 6n, 2n], true],
      ['calls that come to more', [3n, 5n, 0n], false],
      ['calls that come to less', [3n, 5n, 2n], false],
    ])('that is several calls is resolved by %s', async (_, [one, another, back], isResolved) => {
      const data = testActivity()
      data.answer = () => pageOf([other])
      const own = await app(fakeStorage(), data)
      own.feed.watch()
      await settle()
      const { to: _to, from: _from, ...sum } = transfer({ direction: 'out', amount: usdc(7n) })
      own.emit(TransactionSubmitted, { address: alice, record: { ...uncertain, transfers: [sum] }, askedAt })
      await settle()
      const transfers = [
        ...moved({ direction: 'out', amount: usdc(one) }),
        ...moved({ direction: 'out', amount: usdc(another) }),
        ...moved({ direction: 'in', amount: usdc(back) }),
      ]
      own.data.answer = () => pageOf([record('found', { minedAt: askedAt + 5_000, transfers }), other])
      await own.feed.refresh()
      expect(own.ids()).toEqual(isResolved ? ['found', '1'] : ['unnamed 1', 'found', '1'])
    })

    it('gives its place to the transaction that the wallet names later', async () => {
      const own = await unnamed()
      const named = { ...asked, id: 'named', status: 'confirmed' } as const
      own.emit(TransactionSettled, { address: alice, record: named, submittedAs: 'unnamed 1' })
      await settle()
      expect(own.ids()).toEqual(['named', '1'])
      expect(own.entry()?.transactions[0]).not.toHaveProperty('isUncertain')
    })

    it('is gone when the wallet says that it came to nothing', async () => {
      const own = await unnamed()
      own.emit(TransactionSettled, { address: alice, record: { ...uncertain, status: 'failed' } })
      await settle()
      expect(own.ids()).toEqual(['1'])
    })

    it('is there after a reload, and gone when nobody expects it any more', async () => {
      const storage = fakeStorage()
      const first = await unnamed(storage)
      await first.kernel.dispose()
      const data = testActivity()
      data.answer = () => pageOf([other])
      const { feed, entry, ids, clock } = await app(storage, data)
      feed.watch()
      await settle()
      expect(entry()?.transactions[0]).toMatchObject({
        id: 'unnamed 1',
        isUncertain: true,
        status: 'pending',
      })
      clock.advance(49 * 3_600_000)
      await settle()
      await feed.refresh()
      expect(ids()).toEqual(['1'])
    })
  })

  it('is not asked about for ever, and nothing is asked once all is decided', async () => {
    const own = await app()
    const { data, feed, ids, clock } = own
    feed.watch()
    await settle()
    clock.advance(600_000)
    await settle()
    expect(data.asked).toHaveLength(1)
    send(own)
    await settle()
    clock.advance(15_000)
    await settle()
    expect(data.asked.length).toBeGreaterThan(1)
    send(own, 'confirmed')
    await settle()
    const { length } = data.asked
    clock.advance(600_001)
    await settle()
    expect(data.asked).toHaveLength(length)
    await feed.refresh()
    expect(ids()).toEqual(['1'])
  })

  it('of a page that new ones pushed out of sight starts the list anew, so that nothing is missing', async () => {
    const { data, feed, ids, entry } = await app()
    data.answer = () => pageOf([record('2'), record('1')], { next: 'a' })
    feed.watch()
    await settle()
    data.answer = () => pageOf([record('9'), record('8')], { next: 'b' })
    await feed.refresh()
    expect(ids()).toEqual(['9', '8'])
    data.answer = () => pageOf([record('10'), record('9')], { next: 'c' })
    await feed.refresh()
    expect(ids()).toEqual(['10', '9', '8'])
    data.answer = () => pageOf([record('7')])
    await feed.loadMore()
    expect(data.asked.at(-1)?.cursor).toBe('b')
    expect(entry()?.hasMore).toBe(false)
  })

  it('drops what was stored by another program', async () => {
    const storage = fakeStorage()
    storage.set('latchkey:activity.pending', '[{"address":1}]')
    const { feed, ids } = await app(storage)
    feed.watch()
    await settle()
    expect(ids()).toEqual(['1'])
  })
})

describe('the plugin', () => {
  pluginSuite({ test: it, create: () => activity(), others: () => testActivity().plugins, manifest })

  it('cannot be set up without a provider of activity, and says so', () => {
    const kernel = createKernel([activity()], { logLevel: 'silent', storage: fakeStorage() })
    expect(kernel.state.plugins['activity']?.error?.message).toContain('latchkey.walletData.activity')
  })
})
