// The swap that comes before a payment: it sells once, and what nobody can tell of it is said.
import { memoryStorage } from '@latchkey/kernel'
import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { CallsPartlySentError } from '@latchkey/kernel/transaction'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  alice,
  bill,
  carol,
  coin,
  ether,
  payBench,
  type PayBenchOptions,
  usdToken,
} from '../../test/payBench.js'
import { webLocks } from '../../test/webLocks.js'
import type { Bill, PaymentWay } from '../index.js'

const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 1 })

beforeEach(() => vi.stubGlobal('navigator', { locks: webLocks() }))
afterEach(() => vi.unstubAllGlobals())

const bought = { address: alice, amount: { value: 4_550_000n, decimals: 6, symbol: 'USD' }, asset: usdToken }
const dollars = (given: Partial<Bill> = {}) => bill({ amount: '4.5', ...given })

/** A page whose wallet answers swaps when the test says so. */
async function page(options: PayBenchOptions = {}) {
  const bench = payBench({ isSwapFirst: true, ...options })
  await bench.connect()
  bench.navigation.attach(() => true)
  bench.world.changes = [{ address: alice, amount: coin(-bench.world.sold) }, bought]
  const answers: { approve(): void; refuse(cause: unknown): void }[] = []
  bench.world.submit = () =>
    new Promise((resolve, reject) => {
      answers.push({ approve: () => resolve('0xca11'), refuse: reject })
    })
  const { state } = bench.payer
  const controller = await bench.payer.load()
  const way = (kind: PaymentWay['kind']) => state.ways.list.find((one) => one.kind === kind) as PaymentWay
  const choose = async (kind: PaymentWay['kind'] = 'swap') => {
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    expect(await controller.choose(way(kind)), String(state.error)).toBe(true)
  }
  const confirm = () => controller.confirm(state.preview).catch(() => {})
  return { ...bench, state, controller, answers, choose, confirm, view: () => top(bench) }
}

const top = ({ navigation }: Pick<ReturnType<typeof payBench>, 'navigation'>) =>
  navigation.state.entries.at(-1)?.name

type Page = Awaited<ReturnType<typeof page>>

async function asked(options: PayBenchOptions = {}, given: Bill = dollars()) {
  const bench = await page(options)
  const outcome = bench.payer.pay(given)
  outcome.catch(() => {})
  await bench.choose()
  void bench.confirm()
  await until(() => expect(bench.answers).toHaveLength(1))
  return { ...bench, given, outcome }
}

async function swapping(options: PayBenchOptions = {}, given: Bill = dollars()) {
  const bench = await asked(options, given)
  bench.answers[0]?.approve()
  await until(() => expect(bench.state.phase).toBe('swapping'))
  return bench
}

const swapped = ({ world }: Page) => world.decide({ status: 'confirmed', transactions: ['0xca11'] })
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a swap before a payment is asked for once', () => {
  it('when it is confirmed again after nobody waited for the wallet any more', async () => {
    const bench = await asked()
    const { state, controller, answers, confirm, choose } = bench
    controller.forgetRequest()
    expect(state).toMatchObject({ phase: 'choosing', swap: { status: 'asked' } })
    await choose()
    expect(state.preview?.isSecondSwap).toBe(true)
    const again = confirm()
    await settle()
    expect(state.error?.code).toBe('PAY_SWAP_OPEN')
    answers[0]?.approve()
    await again
    await until(() => expect(state.swap?.status).toBe('sent'))
    await confirm()
    expect([answers.length, state.phase]).toEqual([1, 'swapping'])
    swapped(bench)
    await until(() => expect(state).toMatchObject({ phase: 'ready', notice: 'swapped', swap: undefined }))
  })

  it('and goes back to the choice where an earlier payment of the bill failed', async () => {
    const bench = await page()
    const { payer, state, controller, chain, answers, choose, confirm } = bench
    const given = dollars()
    const outcome = payer.pay(given)
    await choose('asset')
    void confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    chain.answer('approve')
    await until(() => expect(state.phase).toBe('pending'))
    chain.decide('failed')
    expect(await outcome).toMatchObject({ status: 'failed' })
    payer.pay(given).catch(() => {})
    await choose()
    void confirm()
    await until(() => expect(answers).toHaveLength(1))
    controller.forgetRequest()
    expect(state).toMatchObject({ phase: 'choosing', swap: { status: 'asked' } })
    answers[0]?.approve()
    await until(() => expect(state.swap?.status).toBe('sent'))
    expect(state.phase).toBe('choosing')
  })

  it('and lets a payment by another way through while its wallet doesn’t answer', async () => {
    const { controller, choose, confirm, chain, answers } = await asked()
    controller.forgetRequest()
    await choose('asset')
    void confirm()
    await until(() => expect(chain.submits).toHaveLength(1))
    expect(answers).toHaveLength(1)
  })

  it('again only when the wallet declined it after nobody waited', async () => {
    const { controller, choose, confirm, answers, state } = await asked()
    controller.forgetRequest()
    answers[0]?.refuse(new UserRejectedError())
    await until(() => expect(state.swap).toBeUndefined())
    await choose()
    expect(state.preview?.isSecondSwap).toBe(false)
    void confirm()
    await until(() => expect(answers).toHaveLength(2))
  })

  it.each(['with locks', 'without locks'])('in two tabs that confirm at one time, %s', async (how) => {
    if (how === 'without locks') vi.stubGlobal('navigator', {})
    const storage = memoryStorage()
    const tabs = [await page({ storage }), await page({ storage })] as const
    const given = dollars()
    for (const tab of tabs) {
      void tab.payer.pay(given)
      await tab.choose()
    }
    const confirmed = tabs.map((tab) => tab.confirm())
    const answers = () => tabs.flatMap((tab) => tab.answers)
    await until(() => expect(answers().length).toBeGreaterThan(0))
    await settle()
    answers()[0]?.approve()
    await Promise.all(confirmed)
    expect(answers()).toHaveLength(1)
  })

  it('by a page that is loaded while the chain still has it, which then offers the payment', async () => {
    const storage = memoryStorage()
    const one = await swapping({ storage })
    await one.kernel.dispose()
    const two = await page({ storage })
    void two.payer.pay(one.given)
    await until(() => expect([two.state.phase, two.world.followed]).toEqual(['swapping', ['0xca11']]))
    expect(two.view()).toBe('PayLoading')
    swapped(two)
    await until(() => expect(two.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    expect([two.answers, two.view()]).toEqual([[], 'PayReview'])
  })

  it('in two tabs, of which one confirms when the other has done it: it pays with what that brought', async () => {
    const storage = memoryStorage()
    const tabs = [await page({ storage }), await page({ storage })] as const
    const [one, two] = tabs
    const given = dollars()
    for (const tab of tabs) {
      void tab.payer.pay(given)
      await tab.choose()
    }
    void one.confirm()
    await until(() => expect(one.answers).toHaveLength(1))
    one.answers[0]?.approve()
    await until(() => expect(one.state.phase).toBe('swapping'))
    swapped(one)
    await until(() => expect(one.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    void two.confirm()
    await until(() => expect(two.state).toMatchObject({ phase: 'ready', notice: 'swapped', swap: undefined }))
    expect([two.answers, two.state.preview?.way.kind, two.view()]).toEqual([[], 'asset', 'PayReview'])
    void two.confirm()
    await until(() => expect(two.chain.submits).toHaveLength(1))
  })

  it('by a page that is loaded when it is done: it offers the payment', async () => {
    const storage = memoryStorage()
    const one = await swapping({ storage })
    swapped(one)
    await until(() => expect(one.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    await one.kernel.dispose()
    const two = await page({ storage })
    void two.payer.pay(one.given)
    await until(() => expect(two.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    expect([two.answers, two.state.preview?.way.kind, two.view()]).toEqual([[], 'asset', 'PayReview'])
  })

  it('unless what it brought was spent on something else: then the person may swap again', async () => {
    const storage = memoryStorage()
    const one = await swapping({ storage })
    swapped(one)
    await until(() => expect(one.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    await one.kernel.dispose()
    const left = { value: 1_000_000n, decimals: 6, symbol: 'USD' }
    const spent = { networkId: 'eip155:1', name: 'Dollar', address: usdToken, amount: left } as const
    const coins = { networkId: 'eip155:1', name: 'Coin', amount: coin(2n * ether) } as const
    const two = await page({ storage, holdings: [coins, spent] })
    two.chain.refuse = new BaseError('Not enough USD.', { code: 'TOO_LITTLE' })
    void two.payer.pay(one.given)
    await until(() => expect(two.state.error?.code).toBe('TOO_LITTLE'))
    await two.choose()
    expect(two.state.preview?.isSecondSwap).toBe(true)
    void two.confirm()
    await until(() => expect(two.answers).toHaveLength(1))
  })

  it('by a page that is loaded before the wallet answered, unless the person says so', async () => {
    const storage = memoryStorage()
    const one = await asked({ storage })
    await one.kernel.dispose()
    vi.stubGlobal('navigator', { locks: webLocks() })
    const { payer, choose, confirm, state, answers, controller } = await page({ storage })
    void payer.pay(one.given)
    await choose()
    expect(state).toMatchObject({ preview: { isSecondSwap: true }, swap: { status: 'asked' } })
    // What was on screen before the earlier swap was known doesn't count as said.
    await controller.confirm({ ...state.preview!, isSecondSwap: false })
    expect([answers.length, state.phase]).toEqual([0, 'ready'])
    void confirm()
    await until(() => expect(answers).toHaveLength(1))
  })
})

describe('a swap before a payment that nobody can tell of', () => {
  const decisions = {
    'is another than was asked for': (bench: Page) =>
      bench.world.decide({
        ...{ status: 'failed', outcome: 'different', transactions: ['0xca11'] },
        reason: 'Your wallet sent something else.',
      }),
    'did what the chain can’t tell': (bench: Page) =>
      bench.world.decide({
        ...{ status: 'confirmed', outcome: 'unknown', transactions: ['0xca11'] },
        reason: 'It can’t be read.',
      }),
    'is done in part': (bench: Page) =>
      bench.world.decide({ status: 'failed', isPartial: true, transactions: ['0xca11'] }),
    'can’t be followed': (bench: Page) => bench.world.lose(new Error('TRANSACTION_UNDECIDED')),
  }
  it.each(Object.entries(decisions))(
    '%s: that is said, and it is asked for again only then',
    async (name, decide) => {
      const bench = await swapping()
      const { state, answers, confirm, choose } = bench
      expect(state.explorerUrl).toBe('https://explorer.example/transaction/0xca11')
      decide(bench)
      await until(() => expect(state.phase).toBe('choosing'))
      expect(state).toMatchObject({
        error: undefined,
        swap: { status: 'unclear', explorerUrl: 'https://explorer.example/transaction/0xca11' },
      })
      if (/another|tell/.test(name)) expect(state.swap?.reason).toBeDefined()
      await choose()
      expect(state.preview?.isSecondSwap).toBe(true)
      void confirm()
      await until(() => expect(answers).toHaveLength(2))
    },
  )

  it('because some of its calls were sent isn’t called declined', async () => {
    const { answers, state } = await asked()
    const cause = new UserRejectedError()
    answers[0]?.refuse(new CallsPartlySentError({ transactions: ['0x1'], steps: 2, cause }))
    await until(() => expect(state).toMatchObject({ phase: 'choosing', swap: { status: 'unclear' } }))
  })

  it('is another thing than one that failed, which may be done again', async () => {
    const bench = await swapping()
    const { state, choose } = bench
    bench.world.decide({ status: 'failed', transactions: ['0xca11'] })
    await until(() => expect(state.error?.code).toBe('PAY_SWAP_FAILED'))
    expect(state.swap).toBeUndefined()
    await choose()
    expect(state.preview?.isSecondSwap).toBe(false)
  })
})

describe('a swap before a payment leaves what the payment needs', () => {
  /** Swap's fee of the bench. */
  const fee = 10n ** 12n
  const sold = 10n ** 15n
  const dollarWay = { address: usdToken, amount: { value: 9_000_000n, decimals: 6, symbol: 'USD' } }
  const inCoin = () => bill({ asset: 'eip155:1', amount: '3', decimals: 18, symbol: 'COIN' })
  const held = [{ networkId: 'eip155:1', name: 'Dollar', ...dollarWay }] as const
  const swapOf = { address: alice, amount: { value: -1n, decimals: 6, symbol: 'USD' }, asset: usdToken }

  it.each([
    ['the coin, to the last unit', dollars, sold + fee + fee, true],
    ['the coin, one unit short', dollars, sold + fee + fee - 1n, false],
    ['the coin, without anything for the payment', dollars, sold + fee, false],
    ['a token for the coin, to the last unit', inCoin, fee + fee, true],
    ['a token for the coin, one unit short', inCoin, fee + fee - 1n, false],
  ] as const)('selling %s', async (what, make, coins, isEnough) => {
    const isToken = what.startsWith('a token')
    const bench = await page(isToken ? { holdings: held } : {})
    const { world, state, payer, controller, answers } = bench
    world.coins = coins
    if (isToken) {
      world.sold = 1n
      world.changes = [swapOf, { address: alice, amount: coin(3n * 10n ** 18n) }]
    }
    void payer.pay(make())
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    const way = state.ways.list.find(({ kind }) => kind === 'swap') as PaymentWay
    expect(await controller.choose(way), String(state.error)).toBe(isEnough)
    expect(state.error?.code).toBe(isEnough ? undefined : 'PAY_COIN_SHORT')
    expect(answers).toEqual([])
  })

  it('and isn’t begun for a payment that can’t be made after it', async () => {
    const { world, state, payer, controller } = await page()
    world.unpayable = new BaseError('A new account must receive at least 1 COIN.', { code: 'TOO_LITTLE' })
    void payer.pay(dollars())
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    const way = state.ways.list.find(({ kind }) => kind === 'swap') as PaymentWay
    expect(await controller.choose(way)).toBe(false)
    expect([state.error?.code, world.calls]).toEqual(['TOO_LITTLE', []])
  })
})

describe('a bill that ends soon', () => {
  const ending = (left: number) => dollars({ expiresAt: 1_000_000 + left })
  const clock = () => fakeClock(1_000_000)

  it.each([
    [120_000, undefined],
    [119_999, 'PAY_SWAP_LATE'],
    [1, 'PAY_SWAP_LATE'],
  ] as const)('in %i ms: is a swap begun for it?', async (left, code) => {
    for (const isSwapFirst of [true, false]) {
      const { payer, state, controller, answers, world } = await page({
        ...{ clock: clock(), isSwapFirst },
        ...(isSwapFirst ? {} : { atomic: false }),
      })
      if (!isSwapFirst) world.changes = [{ address: alice, amount: coin(-world.sold) }]
      void payer.pay(ending(left))
      await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
      const way = (kind: PaymentWay['kind']) => state.ways.list.find((one) => one.kind === kind) as PaymentWay
      expect(await controller.choose(way('swap')), String(state.error)).toBe(code === undefined)
      expect([state.error?.code, answers]).toEqual([code, []])
      controller.back()
      expect(await controller.choose(way('asset'))).toBe(true)
    }
  })

  it('isn’t swapped for when it was looked at for too long', async () => {
    const bench = await page({ clock: clock() })
    const { payer, state, controller, answers } = bench
    void payer.pay(ending(125_000))
    await bench.choose()
    bench.clock.advance(10_000)
    await expect(controller.confirm(state.preview)).rejects.toMatchObject({ code: 'PAY_SWAP_LATE' })
    expect([answers, state.error?.code]).toEqual([[], 'PAY_SWAP_LATE'])
  })

  it('and has ended when the swap is done: what is held now is said, and it isn’t paid', async () => {
    const bench = await swapping({ clock: clock() }, ending(130_000))
    const { state, chain } = bench
    bench.clock.advance(131_000)
    swapped(bench)
    await until(() => expect([state.phase, state.error?.code]).toEqual(['choosing', 'PAY_ENDED_SWAPPED']))
    expect(state.error?.shortMessage).toBe(
      'The swap is done, but this bill expired before it was paid. You have 250 USDC.',
    )
    expect(chain.submits).toEqual([])
  })

  it('and has ended before the payment is confirmed: the same', async () => {
    const bench = await swapping({ clock: clock() }, ending(130_000))
    const { state, chain, controller } = bench
    swapped(bench)
    await until(() => expect(state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    bench.clock.advance(131_000)
    await controller.confirm(state.preview).catch(() => {})
    expect(state.error?.code).toBe('PAY_ENDED_SWAPPED')
    expect(chain.submits).toEqual([])
  })

  it('and has ended when the page is loaded after the swap: it is told what is held', async () => {
    const storage = memoryStorage()
    const one = await swapping({ storage, clock: clock() }, ending(130_000))
    swapped(one)
    await until(() => expect(one.state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
    await one.kernel.dispose()
    const two = await page({ storage, clock: fakeClock(1_131_000) })
    void two.payer.pay(one.given)
    await until(() => expect(two.state.error?.code).toBe('PAY_ENDED_SWAPPED'))
    expect(two.state.error?.shortMessage).toContain('You have 250 USDC.')
    expect([two.state.phase, two.chain.submits, two.answers]).toEqual(['choosing', [], []])
  })

  it('and has ended when the page is loaded while the chain has the swap: it is told what came of that', async () => {
    const storage = memoryStorage()
    const one = await swapping({ storage, clock: clock() }, ending(130_000))
    await one.kernel.dispose()
    const two = await page({ storage, clock: fakeClock(1_131_000) })
    void two.payer.pay(one.given)
    await until(() => expect([two.state.phase, two.world.followed]).toEqual(['swapping', ['0xca11']]))
    swapped(two)
    await until(() => expect(two.state.error?.code).toBe('PAY_ENDED_SWAPPED'))
    expect(two.chain.submits).toEqual([])
  })
})

describe('after a swap, until the payment can be reviewed', () => {
  /** What is held is slow to come. */
  async function checking() {
    const bench = await swapping()
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    bench.world.holding = () => held
    swapped(bench)
    await until(() => expect(bench.state.ways.status).toBe('loading'))
    return { ...bench, go }
  }

  it('nothing else is prepared, no other bill is taken, and the phase stays', async () => {
    const { state, payer, controller, go, way } = await checking().then((bench) => ({
      ...bench,
      way: { kind: 'asset', pays: bench.given.asset } as PaymentWay,
    }))
    expect(state.phase).toBe('swapping')
    await expect(payer.pay(bill())).rejects.toMatchObject({ code: 'PAY_BUSY' })
    expect(await controller.choose(way)).toBe(false)
    expect(state.phase).toBe('swapping')
    go()
    await until(() => expect(state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
  })

  it('a person who leaves isn’t shown it', async () => {
    const { state, navigation, go, outcome, chain } = await checking()
    navigation.close()
    go()
    expect(await outcome).toMatchObject({ status: 'cancelled' })
    expect([state.phase, navigation.state.open, chain.submits]).toEqual(['idle', false, []])
  })

  it('another account isn’t asked to pay in place of the one that swapped', async () => {
    const { state, kernel, go, view } = await checking()
    const session = kernel.get(Session)
    const [connection] = session.state.connections
    const other = connection?.accounts.find(({ address }) => address === carol)
    const [connectionId, accountId] = [connection?.id ?? '', other?.id ?? ('' as never)]
    session.setActiveAccount({ namespace: 'eip155', connectionId, accountId })
    go()
    await until(() => expect([state.phase, view()]).toEqual(['choosing', 'Pay']))
    expect(state.target?.address).toBe(carol)
  })
})

describe('a bill that is shown before a wallet is connected', () => {
  async function connecting() {
    const bench = payBench({ isSwapFirst: true })
    await bench.kernel.start()
    bench.navigation.attach(() => true)
    const outcome = bench.payer.pay(dollars())
    const { state } = bench.payer
    await until(() => expect(top(bench)).toBe('Pay'))
    expect(state.target).toBeUndefined()
    bench.navigation.push({ name: 'Connect' } as never)
    return {
      ...bench,
      state,
      outcome,
      connect: () => bench.kernel.get(Session).connect({ connectorId: 'fake.wallet' }),
    }
  }

  it.each(['before', 'after'])('comes back when the modal closes %s the account is known', async (when) => {
    const { kernel, state, connect, navigation, payer } = await connecting()
    // The modal may close in the event that tells of the connection, or once all of it is known.
    if (when === 'before') {
      kernel.events.onAny(({ id }) => {
        if (id === 'CONNECT_SUCCESS') navigation.close()
      })
      await connect()
    } else {
      await connect()
      await until(() => expect(state.target).toBeDefined())
      navigation.close()
    }
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    expect(top({ navigation })).toBe('Pay')
    // It is paid as any other bill is: with a swap first, too.
    expect(await (await payer.load()).choose(state.ways.list[0] as PaymentWay)).toBe(true)
  })

  it('isn’t cancelled by a swap after that', async () => {
    const bench = await connecting()
    const { state, connect, navigation, world, payer } = bench
    await connect()
    navigation.close()
    await until(() => expect([state.phase, state.ways.status]).toEqual(['choosing', 'ready']))
    world.changes = [{ address: alice, amount: coin(-world.sold) }, bought]
    const controller = await payer.load()
    const way = state.ways.list.find(({ kind }) => kind === 'swap') as PaymentWay
    expect(await controller.choose(way), String(state.error)).toBe(true)
    await controller.confirm(state.preview)
    await until(() => expect(state.phase).toBe('swapping'))
    world.decide({ status: 'confirmed', transactions: ['0xca11'] })
    await until(() => expect(state).toMatchObject({ phase: 'ready', notice: 'swapped' }))
  })

  it('is cancelled when the person closes it with the account known', async () => {
    const { connect, navigation, outcome, state } = await connecting()
    await connect()
    await until(() => expect(state.target).toBeDefined())
    navigation.back()
    navigation.close()
    expect(await outcome).toMatchObject({ status: 'cancelled' })
  })
})
