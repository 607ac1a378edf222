// A swap that a wallet was asked for and of which nobody knows what came: the next one may be the second.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector, definePlugin, UserRejectedError } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNetwork, fakeStorage, fakeWallet } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, chain, resetWorld, world } from '../../test/exampleChain.js'
import { swap, Swapper } from '../index.js'

const kernels: Kernel[] = []
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.dispose()
  resetWorld()
})

/** A page of the site with everything that a swap needs, the allowance too. */
async function page(storage = fakeStorage()) {
  world.allowed = 5_000_000n
  const wallet = fakeWallet({
    accounts: [fakeAccount('eip155:1', alice)],
    networks: { eip155: fakeNetwork('eip155:1').id },
    answers: { connect: 'approve' },
  })
  const wallets = definePlugin({
    id: 'test.wallets',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const kernel = createKernel([chain, swap(), wallets], {
    storage,
    logLevel: 'silent',
  })
  kernels.push(kernel)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const { state, load } = kernel.get(Swapper)
  const controller = await load()
  await controller.loadTokens()
  return { storage, state, controller, navigation: kernel.get(Navigation) }
}

type Page = Awaited<ReturnType<typeof page>>

async function preview({ state, controller }: Page) {
  const find = (symbol: string) => state.tokens.list.find(({ token }) => token.symbol === symbol)!.token
  controller.chooseToken('sell', find('USD'))
  controller.chooseToken('buy', find('COIN'))
  controller.setAmount('5')
  await vi.waitFor(() => expect(state.offer).toBeDefined(), 5_000)
  expect(await controller.preview(), String(state.error)).toBe(true)
  const { notices, dangers } = state.preview!
  return {
    isWarned: notices.some(({ code }) => code === 'SWAP_MAY_REPEAT'),
    asks: dangers.map(({ kind }) => kind),
  }
}

/** The wallet answers with this. */
async function ask({ state, controller }: Page, answer: () => Promise<string>): Promise<void> {
  world.submit = answer
  await controller.confirm(state.preview, state.preview?.dangers)
}

const lost = () => Promise.reject(new Error('Internal error'))

it('asks no wallet for a danger that wasn’t accepted, however it is confirmed', async () => {
  const { controller, state, ...bench } = await page()
  await preview({ controller, state, ...bench })
  let asked = 0
  world.submit = async () => {
    asked += 1
    return `0x${asked}`
  }
  const { dangers } = state.preview!
  for (const accepted of [undefined, [], [{ ...dangers[0]!, size: (dangers[0]!.size ?? 0n) - 1n }]]) {
    await controller.confirm(state.preview, accepted)
    expect([asked, state.error?.code, state.phase]).toEqual([0, 'DANGER_NOT_ACCEPTED', 'ready'])
  }
  await controller.confirm(state.preview, dangers)
  expect(asked).toBeGreaterThan(0)
})

describe('a swap that may have been made', () => {
  it('is warned of in the next review, which wants the user’s word, and in the page after', async () => {
    const bench = await page()
    expect(await preview(bench)).toEqual({ isWarned: false, asks: ['loses', 'unchecked'] })
    await ask(bench, lost)
    expect(bench.state.phase).toBe('undecided')
    bench.controller.reset()
    expect(await preview(bench)).toEqual({ isWarned: true, asks: ['mayRepeat', 'loses', 'unchecked'] })
    expect(await preview(await page(bench.storage))).toEqual({
      isWarned: true,
      asks: ['mayRepeat', 'loses', 'unchecked'],
    })
  })

  it('is warned of by a page that was opened while the wallet was', async () => {
    const bench = await page()
    await preview(bench)
    void ask(bench, () => new Promise(() => {}))
    await vi.waitFor(() => expect(bench.state.phase).toBe('signing'))
    expect(await preview(await page(bench.storage))).toMatchObject({ isWarned: true })
  })

  it.each([
    ['declines', () => Promise.reject(new UserRejectedError()), false],
    ['sends it after all', async () => '0x4', false],
    ['never answers', () => new Promise<string>(() => {}), true],
  ])('is told anew before another tab asks, and when its wallet %s', async (_, answer, isWarned) => {
    const storage = fakeStorage()
    const [first, second] = [await page(storage), await page(storage)]
    await preview(first)
    await preview(second)
    let settle: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      settle = resolve
    })
    const asking = ask(first, () => opened.then(answer))
    await vi.waitFor(() => expect(first.state.phase).toBe('signing'))
    await second.controller.confirm(undefined, second.state.preview?.dangers)
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
    expect(second.state.preview?.notices[0]?.code).toBe('SWAP_MAY_REPEAT')
    settle()
    if (isWarned) return
    await asking
    await second.controller.confirm(undefined, second.state.preview?.dangers)
    expect(second.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
    expect(second.state.preview?.notices.map(({ code }) => code)).not.toContain('SWAP_MAY_REPEAT')
  })

  it('is forgotten once the user has read of it and swapped again', async () => {
    const bench = await page()
    await preview(bench)
    await ask(bench, lost)
    bench.controller.reset()
    await preview(bench)
    world.decide = Promise.resolve({ status: 'confirmed', transactions: ['0x2'] })
    await ask(bench, async () => '0x2')
    await vi.waitFor(() => expect(bench.state.phase).toBe('confirmed'))
    bench.controller.reset()
    await bench.controller.loadTokens()
    expect(await preview(bench)).toMatchObject({ isWarned: false })
  })
})

describe('a token’s own text', () => {
  it.each([
    ['longer than is kept', 'N'.repeat(501)],
    ['longer than the browser stores', 'N'.repeat(1_100_000)],
  ])('keeps nothing from being remembered where it is %s', async (_, name) => {
    const bench = await page()
    await preview(bench)
    const [usd] = bench.state.tokens.list.filter(({ token }) => token.symbol === 'USD')
    bench.controller.chooseToken('sell', { ...usd!.token, name })
    bench.controller.setAmount('5')
    await vi.waitFor(() => expect(bench.state.offer).toBeDefined(), 5_000)
    expect(await bench.controller.preview(), String(bench.state.error)).toBe(true)
    await ask(bench, lost)
    expect(await preview(await page(bench.storage))).toMatchObject({ isWarned: true })
  })
})

it('one more that the user has agreed to settles no later one', async () => {
  const storage = fakeStorage()
  const [first, second] = [await page(storage), await page(storage)]
  await preview(first)
  await ask(first, lost)
  expect(await preview(second)).toMatchObject({ isWarned: true })
  first.controller.reset()
  await preview(first)
  await ask(first, lost)
  world.submit = async () => '0x7'
  await second.controller.confirm(second.state.preview, second.state.preview?.dangers)
  expect(second.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
})

it.each([
  ['no list', '"text"'],
  ['entries of another program', '[null,7,{"id":1},{"networkId":"x"}]'],
  ['a time that is none', '[{"id":"a","networkId":"eip155:1","sentAt":1e300}]'],
])('a swap is made where the storage holds %s', async (_, text) => {
  const bench = await page()
  await preview(bench)
  await ask(bench, lost)
  const key = [...bench.storage.values.keys()].find((name) => name.endsWith('swap.unanswered'))!
  bench.storage.values.set(key, text)
  expect(await preview(await page(bench.storage))).toMatchObject({ isWarned: false })
})

it.each([
  ['that the wallet declined', () => Promise.reject(new UserRejectedError())],
  ['that the wallet sent', async () => '0x3'],
])('a swap %s is warned of by nobody', async (_, answer) => {
  const bench = await page()
  await preview(bench)
  await ask(bench, answer)
  expect(await preview(await page(bench.storage))).toMatchObject({ isWarned: false })
})

it.each(['ready', 'signing'] as const)(
  'one that is decided changes nothing of the next, which is %s',
  async (phase) => {
    const bench = await page()
    const { state, controller } = bench
    let decide: () => void = () => {}
    world.decide = new Promise((resolve) => {
      decide = () => resolve({ status: 'confirmed', transactions: ['0x8'] })
    })
    await preview(bench)
    await ask(bench, async () => '0x8')
    expect(state.phase).toBe('pending')
    controller.setAmount('5')
    expect(await controller.preview(), String(state.error)).toBe(true)
    let refuse: () => void = () => {}
    const answer = () => new Promise<string>((_, reject) => (refuse = () => reject(new UserRejectedError())))
    const pressed = phase === 'signing' ? ask(bench, answer) : undefined
    await vi.waitFor(() => expect(state.phase).toBe(phase))
    decide()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(state.phase).toBe(phase)
    refuse()
    await pressed
    expect(state.phase).toBe('ready')
  },
)

it.each([
  ['sends', async () => '0x6'],
  ['declines', () => Promise.reject(new UserRejectedError())],
])(
  'given up where no form was shown, it takes no view away when the wallet %s after all',
  async (_, answer) => {
    const bench = await page()
    const { controller, navigation } = bench
    navigation.attach(() => true)
    await preview(bench)
    let settle: () => void = () => {}
    const opened = new Promise<void>((resolve) => {
      settle = resolve
    })
    const asked = ask(bench, () => opened.then(answer))
    const view = () => navigation.state.entries.at(-1)?.name
    await vi.waitFor(() => expect(view()).toBe('SwapProgress'))
    controller.forgetRequest()
    expect(view()).toBe('Swap')
    settle()
    await asked
    expect(view()).toBe('Swap')
  },
)

it('a wallet isn’t asked for the allowance of a swap that was given up before it was asked', async () => {
  const bench = await page()
  world.allowed = 0n
  const submit = vi.fn(async () => '0x5')
  await preview(bench)
  let prepare: () => void = () => {}
  world.prepared = new Promise<void>((resolve) => {
    prepare = resolve
  })
  const asked = ask(bench, submit)
  await vi.waitFor(() => expect(bench.state.phase).toBe('approving'))
  bench.controller.forgetRequest()
  prepare()
  await asked
  expect(submit).not.toHaveBeenCalled()
  expect(bench.state.phase).toBe('editing')
})
