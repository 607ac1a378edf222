// A transfer that a wallet was asked for and of which nobody knows what came: the next bill of the same shop, or a send to it, may
// pay twice.
import { CallsPartlySentError } from '@latchkey/kernel/transaction'
import { isKernelError, Storage, UserRejectedError } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { type FakeClock, fakeClock, type FakeStorage, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { send, Sender } from '../../../send/src/index.js'
import { alice, bill, bob, carol, payBench, type PayBenchOptions, usdToken } from '../../test/payBench.js'
import { webLocks } from '../../test/webLocks.js'
import { paymentDangers, type PaymentWay } from '../index.js'
import { paymentsKey } from '../paymentsKey.js'
import { createSwaps } from './swaps.js'

const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 1 })

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

interface PageOptions extends PayBenchOptions {
  readonly storage?: FakeStorage
  readonly clock?: FakeClock
}

/** A page of the site that pays and sends. Pages over one storage are tabs of one browser, or one after another. */
async function page(options: PageOptions = {}) {
  const storage = options.storage ?? fakeStorage()
  const clock = options.clock ?? fakeClock(1_000_000)
  const bench = payBench({ plugins: [send()], ...options, storage, clock })
  cleanups.push(() => bench.kernel.dispose())
  // What isn't in the history may have been sent all the same.
  bench.world.gaps = true
  await bench.connect()
  bench.kernel.get(Session).setActiveNamespace('eip155')
  const controller = await bench.payer.load()
  const { state } = bench.payer
  async function review(asked = bill(), kind: PaymentWay['kind'] = 'asset'): Promise<void> {
    bench.payer.pay(asked).catch(() => {})
    await until(() => expect(state.bill?.id).toBe(asked.id))
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    expect(await controller.choose(state.ways.list.find((one) => one.kind === kind)!)).toBe(true)
  }
  /** The preview is confirmed with all that it warns of. @returns settles when the wallet has answered */
  async function press(): Promise<{ readonly answered: Promise<void> }> {
    const before = bench.chain.submits.length
    const answered = controller.confirm(state.preview, paymentDangers(state.preview!))
    answered.catch(() => {})
    await until(() => expect(bench.chain.submits).toHaveLength(before + 1))
    return { answered }
  }
  const warnings = () => repeatsOf(state.preview?.notices)
  return { ...bench, storage, state, controller, review, press, warnings }
}

type Page = Awaited<ReturnType<typeof page>>

const repeatsOf = (notices: readonly { readonly code: string }[] | undefined) =>
  notices?.map(({ code }) => code).filter((code) => /REPEAT|SENT_AFTER_ALL/.test(code))

const lost = { reject: new Error('Internal error') }
const declined = { reject: new UserRejectedError() }

/** The wallet's answer says nothing of what it did. */
async function lose(bench: Page, asked = bill()): Promise<void> {
  await bench.review(asked)
  const { answered } = await bench.press()
  bench.chain.answer(lost)
  await answered
  expect(bench.state.phase).toBe('undecided')
}

/** The person stops waiting for the wallet. @returns settles when it has answered */
async function giveUp(bench: Page): Promise<{ readonly answered: Promise<void> }> {
  await bench.review()
  const asked = await bench.press()
  bench.controller.forgetRequest()
  return asked
}

const transferred = (id: string, amount = 12_500_000n) => ({
  id,
  networkId: 'eip155:1' as const,
  operation: 'send' as const,
  status: 'confirmed' as const,
  from: alice,
  to: bob,
  transfers: [
    {
      direction: 'out' as const,
      amount: { value: amount, decimals: 6, symbol: 'USD' },
      from: alice,
      to: bob,
      asset: usdToken,
    },
  ],
})

const found = `0x${'9'.padStart(64, '0')}`

async function sender({ kernel, chain }: Page) {
  const { state, load } = kernel.get(Sender)
  const controller = await load()
  await controller.loadBalances()
  async function preview(to = bob): Promise<void> {
    controller.chooseToken(state.balances.holdings[0]!)
    controller.setAmount('0.5')
    controller.setReceiver(to)
    expect(await controller.preview()).toBe(true)
  }
  async function press(): Promise<{ readonly answered: Promise<void> }> {
    const before = chain.submits.length
    const answered = controller.confirm(undefined, state.preview?.dangers)
    await until(() => expect(chain.submits).toHaveLength(before + 1))
    return { answered }
  }
  const warnings = () => repeatsOf(state.warnings)
  return { state, controller, preview, press, warnings }
}

describe('the next bill of a shop whose last payment no wallet answered', () => {
  it('is paid only by who has looked: a press without that asks no wallet', async () => {
    const bench = await page()
    await lose(bench)
    const askedAt = bench.clock.now()
    bench.clock.advance(60_000)
    // Another sum and another way of writing the address: who tries again often changes them.
    await bench.review(bill({ amount: '3', receiver: bob.toLowerCase() }))
    expect(bench.state.preview?.notices[0]).toEqual({
      code: 'PAY_MAY_REPEAT',
      severity: 'warning',
      message: expect.any(String),
      parameters: { amount: { value: 12_500_000n, decimals: 6, symbol: 'USD' }, askedAt },
    })
    const dangers = paymentDangers(bench.state.preview!)
    expect(dangers).toMatchObject([{ kind: 'mayRepeat', size: 3_000_000n }])
    for (const accepted of [undefined, [], [{ subject: dangers[0]!.subject, size: 1n }]]) {
      await expect(bench.controller.confirm(bench.state.preview, accepted)).rejects.toMatchObject({
        code: 'DANGER_NOT_ACCEPTED',
      })
    }
    expect(bench.chain.submits).toHaveLength(1)
    const { answered } = await bench.press()
    bench.chain.answer('approve')
    await answered
    // It was read, looked at, and paid: the next bill isn't warned of again.
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })

  it.each([
    ['another receiver', { receiver: carol }],
    ['another network', { asset: `eip155:2/erc20:${usdToken}` }],
  ])('isn’t warned of for %s', async (_, change) => {
    const bench = await page()
    await lose(bench)
    await bench.review(bill(change))
    expect(bench.warnings()).toEqual([])
    // The same page warns where the receiver and the network are the same.
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })

  it('is warned of on the page after one that was left while the wallet was open', async () => {
    const first = await page()
    await first.review()
    await first.press()
    await first.kernel.dispose()
    const next = await page({ storage: first.storage, clock: first.clock })
    await next.review()
    expect(next.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })

  it('stays warned of when this one is declined', async () => {
    const bench = await page()
    await lose(bench)
    await bench.review()
    const { answered } = await bench.press()
    bench.chain.answer(declined)
    await answered
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'declined' })
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })

  it('is warned of where a swap and the payment are one request', async () => {
    const bench = await page()
    await lose(bench)
    await bench.review(bill(), 'swap')
    expect(bench.state.preview).toMatchObject({ isSwapFirst: false })
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
    await expect(bench.controller.confirm()).rejects.toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
  })

  it('asks for both where one was sent late and of another nothing is known', async () => {
    const bench = await page()
    const first = await giveUp(bench)
    bench.clock.advance(1_000)
    bench.chain.answer('approve')
    await first.answered
    await lose(bench)
    bench.clock.advance(1_000)
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_SENT_AFTER_ALL', 'PAY_MAY_REPEAT'])
    expect(paymentDangers(bench.state.preview!).map(({ kind }) => kind)).toEqual(['repeats', 'mayRepeat'])
    const { answered } = await bench.press()
    bench.chain.answer('approve')
    await answered
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })

  it('is warned of by this app’s words alone: a chain’s own notice of that name is none', async () => {
    const bench = await page()
    bench.chain.notices = [{ code: 'PAY_MAY_REPEAT', severity: 'info', message: 'Nothing to see here.' }]
    await bench.review()
    expect(bench.warnings()).toEqual([])
    const { answered } = await bench.press()
    bench.chain.answer(lost)
    await answered
    await bench.review()
    expect(bench.state.preview?.notices).toMatchObject([{ code: 'PAY_MAY_REPEAT', severity: 'warning' }])
  })
})

describe('a send and a bill to one receiver', () => {
  it('a send is warned of after a payment that no wallet answered', async () => {
    const bench = await page()
    await lose(bench)
    const sending = await sender(bench)
    await sending.preview(carol)
    expect(sending.warnings()).toEqual([])
    await sending.preview()
    expect(sending.warnings()).toEqual(['SEND_MAY_REPEAT'])
    await sending.controller.confirm()
    expect(sending.state.error).toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
    expect(bench.chain.submits).toHaveLength(1)
    const { answered } = await sending.press()
    bench.chain.answer('approve')
    await answered
    // A look for the one is a look for the other.
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })

  it('a bill is warned of after a send that no wallet answered', async () => {
    const bench = await page()
    const sending = await sender(bench)
    await sending.preview()
    const { answered } = await sending.press()
    bench.chain.answer(lost)
    await answered
    sending.controller.reset()
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
    await expect(bench.controller.confirm()).rejects.toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
    const paid = await bench.press()
    bench.chain.answer('approve')
    await paid.answered
    sending.controller.setReceiver(bob)
    expect(sending.warnings()).toEqual([])
  })

  it('a bill is warned of while a wallet holds a send, and no more once that was sent', async () => {
    const bench = await page()
    const sending = await sender(bench)
    await sending.preview()
    const { answered } = await sending.press()
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
    bench.chain.answer('approve')
    await answered
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })
})

describe('what came of it', () => {
  it('by the wallet’s late answer is told for ten minutes: it was sent after all', async () => {
    const bench = await page()
    bench.chain.trail = 'trail'
    const { answered } = await giveUp(bench)
    bench.chain.answer('approve')
    await answered
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_SENT_AFTER_ALL'])
    expect(paymentDangers(bench.state.preview!)).toMatchObject([{ kind: 'repeats' }])
    const sending = await sender(bench)
    sending.controller.setReceiver(bob)
    expect(sending.warnings()).toEqual(['SEND_SENT_AFTER_ALL'])
    bench.chain.decide('confirmed')
    await until(() => expect(bench.told()).toContain('PAY_SUCCESS'))
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_SENT_AFTER_ALL'])
    bench.clock.advance(600_001)
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })

  it('by the wallet’s late answer is told also of one of two that are open, ten minutes later', async () => {
    const bench = await page()
    const first = await giveUp(bench)
    await bench.review()
    const second = await bench.press()
    bench.controller.forgetRequest()
    bench.clock.advance(700_000)
    bench.chain.answer('approve')
    await first.answered
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_SENT_AFTER_ALL', 'PAY_MAY_REPEAT'])
    bench.chain.answer(declined)
    await second.answered
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_SENT_AFTER_ALL'])
  })

  it('is nothing once the chain refused what was sent late', async () => {
    const bench = await page()
    const { answered } = await giveUp(bench)
    bench.chain.answer('approve')
    await answered
    bench.chain.decide('failed')
    await until(() => expect(bench.told()).toContain('PAY_ERROR'))
    await bench.review()
    expect(bench.warnings()).toEqual([])
  })

  it('is nothing once the wallet says late that the person declined', async () => {
    const bench = await page()
    const { answered } = await giveUp(bench)
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
    bench.chain.answer(declined)
    await answered
    // The preview's words hold no more, and ask for nothing either.
    const next = bench.controller.confirm()
    await until(() => expect(bench.chain.submits).toHaveLength(2))
    bench.chain.answer('approve')
    await next
  })

  it.each([
    ['declined by the person', declined, undefined],
    ['never handed to the wallet', lost, false],
    ['sent while the person waited', 'approve', undefined],
  ] as const)('isn’t warned of where it was %s', async (_, answer, isHandedOver) => {
    const bench = await page()
    bench.chain.isHandedOver = isHandedOver
    await bench.review()
    const { answered } = await bench.press()
    bench.chain.answer(answer)
    await answered
    const next = await page({ storage: bench.storage, clock: bench.clock })
    await next.review()
    expect(next.warnings()).toEqual([])
  })

  it('is unknown where a wallet or a node only says that nothing was done', async () => {
    const bench = await page()
    await bench.review()
    const { answered } = await bench.press()
    bench.chain.answer({ reject: Object.assign(new Error('User rejected the request'), { code: -32_000 }) })
    await answered
    await bench.review()
    expect(bench.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })

  it('by the chain’s history, where it’s mined, is told before the next is paid, and then no more', async () => {
    const first = await page()
    await first.review()
    await first.press()
    await first.kernel.dispose()
    const next = payBench({ storage: first.storage, clock: first.clock, plugins: [send()] })
    cleanups.push(() => next.kernel.dispose())
    next.world.history = [transferred(found)]
    await next.connect()
    const { state } = next.payer
    const controller = await next.payer.load()
    await until(() => expect(next.chain.followed).toMatchObject([{ id: found }]))
    next.payer.pay(bill()).catch(() => {})
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    await controller.choose(state.ways.list.find(({ kind }) => kind === 'asset')!)
    expect(repeatsOf(state.preview?.notices)).toEqual(['PAY_SENT_AFTER_ALL'])
    next.chain.decide('confirmed')
    await until(() => expect(next.told()).toContain('PAY_SUCCESS'))
    const confirmed = controller.confirm(state.preview, paymentDangers(state.preview!))
    await until(() => expect(next.chain.submits).toHaveLength(1))
    next.chain.answer('approve')
    await confirmed
    const last = await page({ storage: first.storage, clock: first.clock })
    await last.review()
    expect(last.warnings()).toEqual([])
  })

  it('isn’t taken from the transaction of another bill with the same sum', async () => {
    const bench = await page()
    const asked = bill()
    await lose(bench, asked)
    await bench.review()
    const { answered } = await bench.press()
    bench.chain.answer('approve')
    await answered
    bench.chain.decide('confirmed')
    await until(() => expect(bench.told()).toContain('PAY_SUCCESS'))
    const paid = bench.state.transaction ?? ''
    expect(paid).not.toBe('')
    bench.world.history = [transferred(paid)]
    expect(await bench.payer.pay(asked)).toMatchObject({ billId: asked.id, status: 'undecided' })
    // Its own is found beside it.
    bench.world.history = [transferred(paid), transferred(found)]
    await bench.controller.lookUp()
    await until(() => expect(bench.state).toMatchObject({ phase: 'pending', transaction: found }))
  })

  it('where the chain’s whole history hasn’t it after ten minutes, is warned of: a wallet may pay from other addresses', async () => {
    const first = await page()
    const asked = bill()
    await lose(first, asked)
    first.clock.advance(700_000)
    await first.review()
    expect(first.warnings()).toEqual(['PAY_MAY_REPEAT'])
    first.world.gaps = false
    first.payer.pay(asked).catch(() => {})
    await until(() => expect([first.state.phase, first.state.ways.status]).toEqual(['choosing', 'ready']))
    await first.review()
    expect(first.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })
})

it('a bill and a swap asked for in one tab are known after another tab finds the storage full', async () => {
  const first = await page()
  const asked = bill()
  await lose(first, asked)
  const { storage } = first
  const swap = { billId: asked.id, asset: 'eip155:1', payer: alice, at: 1, phase: 'asked' } as const
  createSwaps(first.kernel.get(Storage)).put({ ...swap, networkId: 'eip155:1' })
  const full = {
    ...storage,
    set(key: string, value: string) {
      if (key.endsWith(paymentsKey.name))
        throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      storage.set(key, value)
    },
  }
  const second = await page({ storage: full, clock: first.clock })
  await second.review()
  await second.press()
  createSwaps(second.kernel.get(Storage)).put({ ...swap, billId: 'other', networkId: 'eip155:1' })
  const next = await page({ storage, clock: first.clock })
  expect(createSwaps(next.kernel.get(Storage)).find(asked.id)).toMatchObject(swap)
  expect(await next.payer.pay(asked)).toMatchObject({ status: 'undecided' })
})

describe('another tab', () => {
  const turns = vi.fn<(name: string) => void>()
  beforeEach(() => {
    turns.mockClear()
    const locks = webLocks()
    const request: typeof locks.request = (name, options, work) => {
      turns(name)
      return locks.request(name, options, work)
    }
    vi.stubGlobal('navigator', { locks: { request } })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('that asks meanwhile is told of before this one asks: what was accepted doesn’t cover it', async () => {
    const first = await page()
    const second = await page({ storage: first.storage, clock: first.clock })
    await lose(first)
    first.clock.advance(1_000)
    await second.review()
    const shown = second.state.preview!
    const accepted = paymentDangers(shown)
    await first.review()
    await first.press()
    await second.controller.confirm(shown, accepted)
    expect(second.chain.submits).toEqual([])
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'changed' })
    const now = second.state.preview!
    expect(now.notices[0]?.parameters).toMatchObject({ askedAt: first.clock.now() })
    await expect(second.controller.confirm(now, accepted)).rejects.toMatchObject({
      code: 'DANGER_NOT_ACCEPTED',
    })
    expect(second.chain.submits).toEqual([])
    const { answered } = await second.press()
    second.chain.answer('approve')
    await answered
  })

  it('that asks while this one waits for its turn is told of, too', async () => {
    const first = await page()
    const second = await page({ storage: first.storage, clock: first.clock })
    const asked = bill()
    for (const tab of [first, second]) await tab.review(asked)
    const held = await first.press()
    const waiting = second.controller.confirm(second.state.preview, [])
    await until(() =>
      expect(turns.mock.calls.flat()).toEqual([`latchkey.pay ${asked.id}`, `latchkey.pay ${asked.id}`]),
    )
    // A wallet is asked for a send to the same shop, in a third tab, before the first tab's has answered.
    const third = await page({ storage: first.storage, clock: first.clock })
    const sending = await sender(third)
    await sending.preview()
    await sending.press()
    first.chain.answer(declined)
    await held.answered
    await waiting
    expect(second.chain.submits).toEqual([])
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'changed' })
    expect(second.warnings()).toEqual(['PAY_MAY_REPEAT'])
  })

  it('that asks for the same bill is waited for and not warned of: the bill isn’t paid twice', async () => {
    const first = await page()
    const second = await page({ storage: first.storage, clock: first.clock })
    const asked = bill()
    for (const tab of [first, second]) await tab.review(asked)
    const held = await first.press()
    const waiting = second.controller.confirm(second.state.preview)
    await until(() =>
      expect(turns.mock.calls.flat()).toEqual([`latchkey.pay ${asked.id}`, `latchkey.pay ${asked.id}`]),
    )
    first.chain.answer('approve')
    await held.answered
    await waiting
    expect(second.state.phase).toBe('pending')
    expect(second.state.notice).toBeUndefined()
    expect(second.chain.submits).toEqual([])
  })

  it('that found no room for the payment itself leaves the warning of it', async () => {
    const first = await page()
    const asked = bill()
    await lose(first, asked)
    const key = [...first.storage.values.keys()].find((name) => name.endsWith(paymentsKey.name))!
    first.storage.values.delete(key)
    const next = await page({ storage: first.storage, clock: first.clock })
    await next.review(asked)
    expect(next.warnings()).toEqual(['PAY_MAY_REPEAT'])
    await expect(next.controller.confirm()).rejects.toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
  })
})

it('a payment of several steps whose last one was declined is forgotten, and one whose last was lost is kept', async () => {
  for (const [cause, warned] of [
    [new UserRejectedError(), []],
    [new Error('Internal error'), ['PAY_MAY_REPEAT']],
  ] as const) {
    const bench = await page({ atomic: false })
    await bench.review(bill(), 'swap')
    bench.world.submit = async () => {
      throw new CallsPartlySentError({ transactions: ['0x01', '0x02'], steps: 3, cause })
    }
    await bench.controller.confirm(bench.state.preview).catch((error: unknown) => {
      if (!isKernelError(error)) throw error
    })
    await bench.review()
    expect(bench.warnings()).toEqual(warned)
  }
})
