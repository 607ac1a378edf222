// What could make a send be paid twice without a word, or keep a warning that holds no more.
import { UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeClock, type FakeStorage, fakeStorage } from '@latchkey/kernel/testing'
import { createUnansweredTransfers, unansweredTransfersKey } from '@latchkey/kernel/transaction'
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

async function preview({ controller, state }: Page, { to = bob, token = holdings[0]! } = {}): Promise<void> {
  controller.chooseToken(token)
  controller.setAmount('0.5')
  controller.setReceiver(to)
  expect(await controller.preview()).toBe(true)
  expect(state.phase).toBe('ready')
}

/** Has the wallet asked. @returns settles when it has answered */
async function ask(bench: Page): Promise<{ readonly answered: Promise<void> }> {
  const before = bench.chain.submits.length
  const answered = bench.controller.confirm(undefined, bench.state.preview?.dangers)
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(before + 1))
  await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
  return { answered }
}

/** Ends once the wallet is open. */
const isAsked = ({ state }: Page) => vi.waitFor(() => expect(state.phase).toBe('signing'))

const lost = { reject: new Error('Internal error') }
const declined = { reject: new UserRejectedError() }

/** The wallet is asked, and answers with this. */
async function request(
  bench: Page,
  answer: Parameters<Page['chain']['answer']>[0],
  draft?: Parameters<typeof preview>[1],
): Promise<void> {
  await preview(bench, draft)
  const { answered } = await ask(bench)
  bench.chain.answer(answer)
  await answered
  bench.controller.reset()
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

it('stays one of sixty that were asked for within ten minutes', () => {
  const { services, unanswered } = memory()
  const account = { networkId: 'eip155:1', address: alice } as const
  unanswered.ask({ ...account, to: bob, amount: coin(1n) })
  for (let times = 0; times < 60; times += 1) {
    services.clock.advance(1_000)
    unanswered.ask({ ...account, to: carol, amount: coin(1n) }).forget()
  }
  expect(unanswered.of(account, isSame).map(({ to }) => to)).toEqual([bob])
})

/** The list alone, over a storage that keeps everything. */
function memory() {
  const values = new Map<string, unknown>()
  const clock = fakeClock()
  const storage = {
    read: ({ name }: { readonly name: string }) => values.get(name) as never,
    write: ({ name }: { readonly name: string }, value: unknown) => void values.set(name, value),
    remove: ({ name }: { readonly name: string }) => void values.delete(name),
    watch: () => () => {},
  }
  return { services: { clock, values }, unanswered: createUnansweredTransfers(storage, clock) }
}

describe('a token’s own text', () => {
  it.each([
    ['is empty', ''],
    ['is longer than is kept', 'X'.repeat(501)],
    ['is longer than the browser stores', 'X'.repeat(1_100_000)],
  ])('keeps nothing from being remembered where its symbol %s', async (_, symbol) => {
    const [first, token] = holdings
    const odd = { ...token!, amount: { ...token!.amount, symbol } }
    const bench = await page({ holdings: [first!, odd] })
    await request(bench, lost, { token: odd })
    const next = await page({ storage: bench.storage })
    next.controller.setReceiver(bob)
    expect(next.warnings()).toContain('SEND_MAY_REPEAT')
  })
})

describe('an entry that is asked for in the future', () => {
  it.each([
    ['so far that no calendar has it', 1e300],
    ['next year', 31_536_000_000],
  ])('is left out when %s', async (_, ahead) => {
    const bench = await page()
    await request(bench, lost)
    const key = [...bench.storage.values.keys()].find((name) => name.endsWith(unansweredTransfersKey.name))!
    const [entry] = JSON.parse(bench.storage.values.get(key)!) as object[]
    bench.storage.values.set(key, JSON.stringify([{ ...entry, sentAt: bench.clock.now() + ahead }]))
    const next = await page({ storage: bench.storage, clock: bench.clock })
    next.controller.setReceiver(bob)
    expect(next.warnings()).not.toContain('SEND_MAY_REPEAT')
  })

  it('is warned of when the clock was only set back by an hour', async () => {
    const bench = await page({ clock: fakeClock(7_200_000) })
    await request(bench, lost)
    const next = await page({ storage: bench.storage, clock: fakeClock(3_600_000) })
    next.controller.setReceiver(bob)
    expect(next.warnings()).toContain('SEND_MAY_REPEAT')
  })
})

it('is asked about although the chain has a notice with the same code', async () => {
  const bench = await page()
  await request(bench, lost)
  bench.chain.notices = [
    { code: 'SEND_MAY_REPEAT', severity: 'info', message: 'Nothing to see here.', parameters: { amount: 7 } },
  ]
  await preview(bench)
  expect(bench.state.preview?.warnings).toMatchObject([
    { code: 'SEND_MAY_REPEAT', needsConsent: true, parameters: { amount: coin(ether / 2n) } },
  ])
})

describe('one more that the user has agreed to', () => {
  it('does not settle one that another tab was asked for meanwhile', async () => {
    const first = await page()
    const second = await page({ storage: first.storage, clock: first.clock })
    await request(first, lost)
    await preview(second)
    first.clock.advance(1_000)
    await request(first, lost)
    await Promise.race([second.controller.confirm(undefined, second.state.preview?.dangers), isAsked(second)])
    expect(second.chain.submits).toEqual([])
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
    second.clock.advance(1_000)
    const { answered } = await ask(second)
    second.chain.answer('approve')
    await answered
    second.controller.reset()
    second.controller.setReceiver(bob)
    expect(second.warnings()).not.toContain('SEND_MAY_REPEAT')
  })

  it('does not settle one that the wallet was asked for after it', async () => {
    const bench = await page()
    await request(bench, lost)
    bench.clock.advance(1_000)
    await preview(bench)
    const second = await ask(bench)
    bench.controller.forgetRequest()
    bench.clock.advance(1_000)
    await preview(bench)
    bench.clock.advance(1_000)
    const third = await ask(bench)
    bench.chain.answer('approve')
    await second.answered
    bench.chain.answer(lost)
    await third.answered
    bench.controller.reset()
    bench.clock.advance(600_001)
    bench.controller.setReceiver(bob)
    expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
  })
})

it('is told of beside one that was sent late: who accepted that one has not looked for another', async () => {
  const first = await page()
  const second = await page({ storage: first.storage, clock: first.clock })
  await preview(first)
  const late = await ask(first)
  first.controller.forgetRequest()
  first.chain.answer('approve')
  await late.answered
  await preview(second)
  expect(second.read()).toEqual(['SEND_SENT_AFTER_ALL'])
  const { dangers } = second.state.preview!
  first.clock.advance(1_000)
  await preview(first)
  await ask(first)
  await Promise.race([second.controller.confirm(undefined, dangers), isAsked(second)])
  expect(second.chain.submits).toEqual([])
  expect(second.read()).toEqual(['SEND_SENT_AFTER_ALL', 'SEND_MAY_REPEAT'])
  await second.controller.confirm(undefined, dangers)
  expect(second.state.error).toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
  const { answered } = await ask(second)
  second.chain.answer('approve')
  await answered
  second.controller.reset()
  second.controller.setReceiver(bob)
  expect(second.warnings()).not.toContain('SEND_MAY_REPEAT')
})

describe('while the chain is asked once more before the wallet opens', () => {
  it.each([
    ['an answer', 'approve', 'SEND_SENT_AFTER_ALL'],
    ['a refusal', declined, undefined],
  ] as const)('%s of the earlier request is taken up', async (_, answer, told) => {
    const bench = await page()
    await preview(bench)
    const first = await ask(bench)
    bench.controller.forgetRequest()
    await preview(bench)
    bench.clock.advance(29_000)
    bench.clock.advance(40_000)
    let open = () => {}
    bench.chain.gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const prepared = bench.chain.prepared.length
    const confirmed = bench.controller.confirm(undefined, bench.state.preview?.dangers)
    await vi.waitFor(() => expect(bench.chain.prepared.length).toBeGreaterThan(prepared))
    bench.chain.answer(answer)
    await first.answered
    open()
    if (told) {
      await Promise.race([confirmed, isAsked(bench)])
      expect(bench.chain.submits).toHaveLength(1)
      expect(bench.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
      expect(bench.read()).toContain(told)
      return
    }
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(2))
    bench.chain.answer('approve')
    await confirmed
  })
})

describe('the same receiver', () => {
  it('is known by a name, too', async () => {
    const bench = await page({ names: { 'bob.example': bob } })
    await request(bench, lost)
    bench.controller.setReceiver('bob.example')
    bench.clock.advance(1_000)
    await vi.waitFor(() => expect(bench.state.receiver.status).toBe('resolved'))
    expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
  })

  it('is known after the account was switched and back', async () => {
    const bench = await page()
    await request(bench, lost)
    const { connectionId } = bench.state.target!
    const [own, second] = bench.session.state.connections[0]!.accounts
    for (const account of [second!, own!]) {
      bench.session.setActiveAccount({ namespace: 'eip155', connectionId, accountId: account.id })
      await vi.waitFor(() => expect(bench.state.target?.address).toBe(account.address))
      bench.controller.setReceiver(bob)
      expect(bench.warnings().includes('SEND_MAY_REPEAT')).toBe(account === own)
    }
  })

  it('is known after the network was switched and back', async () => {
    const bench = await page()
    await request(bench, lost)
    for (const network of ['eip155:2', 'eip155:1'] as const) {
      bench.wallet.report({ networks: { eip155: network } })
      await vi.waitFor(() => expect(bench.state.target?.networkId).toBe(network))
      bench.controller.setReceiver(bob)
      expect(bench.warnings().includes('SEND_MAY_REPEAT')).toBe(network === 'eip155:1')
    }
  })
})

it('a late refusal takes the warning away, also where the next request was open then', async () => {
  const bench = await page()
  await preview(bench)
  const first = await ask(bench)
  bench.controller.forgetRequest()
  bench.clock.advance(1_000)
  await preview(bench)
  const second = await ask(bench)
  bench.chain.answer(declined)
  await first.answered
  bench.chain.answer(declined)
  await second.answered
  expect(bench.warnings()).not.toContain('SEND_MAY_REPEAT')
  await preview(bench)
  expect(bench.read()).not.toContain('SEND_MAY_REPEAT')
})

it('is remembered while the wallet that was asked leaves', async () => {
  const bench = await page()
  await preview(bench)
  const first = await ask(bench)
  bench.wallet.report({ ended: {} })
  await vi.waitFor(() => expect(bench.state.target).toBeUndefined())
  await bench.session.connect({ connectorId: 'fake.wallet' })
  bench.session.setActiveNamespace('eip155')
  await vi.waitFor(() => expect(bench.state.target?.address).toBe(alice))
  bench.controller.setReceiver(bob)
  expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
  bench.chain.answer(lost)
  await first.answered
  bench.controller.setReceiver(bob)
  expect(bench.warnings()).toContain('SEND_MAY_REPEAT')
})
