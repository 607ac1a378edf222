// A send that a wallet was asked for and of which nobody knows what came: the next one to the same receiver may pay twice.
import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeClock, type FakeStorage, fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  alice,
  bob,
  carol,
  coin,
  ether,
  holdings,
  sendBench,
  type SendBenchOptions,
} from '../../test/sendBench.js'
import { send, Sender } from '../index.js'
import { unansweredTransfersKey } from '@latchkey/kernel/transaction'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** A page of the site. Pages over one storage are tabs of one browser, or one after another. */
async function page(options: SendBenchOptions & { readonly storage?: FakeStorage } = {}) {
  const storage = options.storage ?? fakeStorage()
  const bench = sendBench({ plugins: [send()], ...options, storage })
  cleanups.push(() => bench.kernel.dispose())
  await bench.connect()
  const { state, load } = bench.kernel.get(Sender)
  const controller = await load()
  await controller.loadBalances()
  const warnings = () => state.warnings.map(({ code }) => code)
  const read = () => state.preview?.warnings.map(({ code }) => code)
  return { ...bench, storage, state, controller, warnings, read }
}

type Page = Awaited<ReturnType<typeof page>>

async function preview({ controller, state }: Page, { to = bob, amount = '0.5' } = {}): Promise<void> {
  controller.chooseToken(holdings[0]!)
  controller.setAmount(amount)
  controller.setReceiver(to)
  expect(await controller.preview()).toBe(true)
  expect(state.phase).toBe('ready')
}

/** The wallet is asked. @returns settles when it has answered */
async function ask(bench: Page) {
  const before = bench.chain.submits.length
  const confirmed = bench.controller.confirm(undefined, bench.state.preview?.dangers)
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(before + 1))
  return confirmed
}

const lost = { reject: new Error('Internal error') }
const declined = { reject: new UserRejectedError() }

/** The wallet's answer says nothing of what it did. */
async function lose(bench: Page, draft?: Parameters<typeof preview>[1]): Promise<void> {
  await preview(bench, draft)
  const confirmed = ask(bench)
  await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
  bench.chain.answer(lost)
  await confirmed
  bench.controller.reset()
}

describe('a send that may have been sent', () => {
  it('is warned of in the next form, and asked about where the receiver is the same', async () => {
    const bench = await page()
    await lose(bench)
    expect(bench.state.warnings).toEqual([
      {
        code: 'SEND_UNANSWERED',
        severity: 'warning',
        message: expect.any(String),
        parameters: { amount: coin(ether / 2n), askedAt: bench.clock.now() },
      },
    ])
    bench.controller.setReceiver(carol)
    expect(bench.warnings()).toContain('SEND_UNANSWERED')
    bench.controller.setReceiver(bob.toLowerCase())
    expect(bench.warnings()).toEqual(['SEND_MAY_REPEAT'])
    // Whatever the amount is now: who tries again often changes it.
    await preview(bench, { amount: '0.4' })
    expect(bench.state.preview?.warnings[0]).toMatchObject({ code: 'SEND_MAY_REPEAT', needsConsent: true })
  })

  it('is warned of after the user has stopped waiting, until the wallet answers', async () => {
    const bench = await page()
    await preview(bench)
    const confirmed = ask(bench)
    await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
    bench.controller.forgetRequest()
    expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
    await preview(bench)
    expect(bench.read()).toContain('SEND_MAY_REPEAT')
    bench.chain.answer(declined)
    await confirmed
    expect(bench.warnings()).not.toContain('SEND_MAY_REPEAT')
    await preview(bench)
    expect(bench.read()).not.toContain('SEND_MAY_REPEAT')
  })

  it('is warned of by the page after one that was left while the wallet was open', async () => {
    const first = await page()
    await preview(first)
    void ask(first).catch(() => {})
    await vi.waitFor(() => expect(first.state.phase).toBe('signing'))
    const next = await page({ storage: first.storage })
    expect(next.warnings()).toEqual(['SEND_UNANSWERED'])
    next.controller.setReceiver(bob)
    expect(next.warnings()).toContain('SEND_MAY_REPEAT')
  })

  it('is told of before another tab asks a wallet for the same', async () => {
    const first = await page()
    const second = await page({ storage: first.storage })
    await preview(first)
    await preview(second)
    expect(second.read()).not.toContain('SEND_MAY_REPEAT')
    void ask(first).catch(() => {})
    await vi.waitFor(() => expect(first.state.phase).toBe('signing'))
    await second.controller.confirm()
    expect(second.chain.submits).toEqual([])
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
    expect(second.read()).toContain('SEND_MAY_REPEAT')
    const confirmed = ask(second)
    await vi.waitFor(() => expect(second.chain.submits).toHaveLength(1))
    second.chain.answer('approve')
    await confirmed
  })

  it('is told of no more once the user has read it, looked and sent again', async () => {
    const bench = await page()
    await lose(bench)
    await preview(bench)
    const confirmed = ask(bench)
    await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
    bench.chain.answer('approve')
    await confirmed
    bench.chain.decide('confirmed')
    await vi.waitFor(() => expect(bench.state.phase).toBe('confirmed'))
    bench.controller.reset()
    expect(bench.warnings()).toEqual([])
    bench.controller.setReceiver(bob)
    expect(bench.warnings()).not.toContain('SEND_MAY_REPEAT')
  })

  it('stays when the next one is declined', async () => {
    const bench = await page()
    await lose(bench)
    await preview(bench)
    const confirmed = ask(bench)
    await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
    bench.chain.answer(declined)
    await confirmed
    expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
  })

  it('is forgotten after two days', async () => {
    const clock = fakeClock()
    const storage = fakeStorage()
    const bench = await page({ clock, storage })
    await lose(bench)
    clock.advance(48 * 3_600_000 + 1)
    const next = await page({ clock, storage })
    expect(next.warnings()).toEqual([])
  })
})

it('that is sent after the user stopped waiting is told before the wallet is asked for one more', async () => {
  const clock = fakeClock()
  const bench = await page({ clock })
  await preview(bench)
  const first = ask(bench)
  await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
  bench.controller.forgetRequest()
  await preview(bench)
  bench.chain.answer('approve')
  await first
  // What the user agreed to, that nothing was sent, is wrong now.
  await bench.controller.confirm()
  expect(bench.chain.submits).toHaveLength(1)
  expect(bench.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
  expect(bench.state.preview?.warnings[0]).toMatchObject({
    code: 'SEND_SENT_AFTER_ALL',
    needsConsent: true,
    parameters: { amount: coin(ether / 2n) },
  })
  clock.advance(600_001)
  bench.controller.setReceiver(bob)
  expect(bench.warnings()).toEqual([])
})

describe('nothing is warned of', () => {
  it.each([
    ['a wallet that declined', declined, undefined],
    ['a wallet that never had the request', lost, false],
    ['a wallet that sent it', 'approve', undefined],
  ] as const)('after %s', async (_, answer, isHandedOver) => {
    const bench = await page()
    bench.chain.isHandedOver = isHandedOver
    await preview(bench)
    const confirmed = ask(bench)
    await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
    bench.chain.answer(answer)
    await confirmed
    const next = await page({ storage: bench.storage })
    next.controller.setReceiver(bob)
    expect(next.warnings()).not.toContain('SEND_MAY_REPEAT')
  })

  it('on another network, and for another account', async () => {
    const bench = await page()
    await lose(bench)
    bench.wallet.report({ networks: { eip155: 'eip155:2' } })
    await vi.waitFor(() => expect(bench.state.target?.networkId).toBe('eip155:2'))
    expect(bench.warnings()).not.toContain('SEND_UNANSWERED')
  })

  it.each([
    ['no list', 'text'],
    ['entries of another program', [null, 7, { id: 1 }, { networkId: 'x' }]],
    [
      'an amount that is none',
      [{ id: 'a', networkId: 'eip155:1', address: alice, to: bob, amount: {}, sentAt: 0 }],
    ],
  ])('where the storage holds %s', async (_, stored) => {
    const first = await page()
    await lose(first)
    const { storage } = first
    const key = [...storage.values.keys()].find((name) => name.endsWith(unansweredTransfersKey.name))!
    storage.values.set(key, JSON.stringify(stored))
    const next = await page({ storage })
    expect(next.warnings()).toEqual([])
  })
})

it('keeps the warning when the chain refuses the second', async () => {
  const bench = await page()
  await lose(bench)
  bench.controller.chooseToken(holdings[0]!)
  bench.controller.setAmount('0.5')
  bench.controller.setReceiver(bob)
  bench.chain.refuse = new BaseError('Not enough.', { code: 'INSUFFICIENT_FUNDS' })
  expect(await bench.controller.preview()).toBe(false)
  expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
})
