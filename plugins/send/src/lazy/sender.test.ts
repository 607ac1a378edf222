import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { type Danger, FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { Notifications } from '@latchkey/kernel/wallet'
import type { SendNotice } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  alice,
  bob,
  carol,
  coin,
  ether,
  holdings,
  mallory,
  sendBench,
  type SendBenchOptions,
  usdToken,
} from '../../test/sendBench.js'
import { send, Sender, SendPreviewRoute, SendProgressRoute, SendRoute } from '../index.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(() => cleanup?.())

const drawn = ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendProgress']
const shell = ['Connect', 'Account', 'UnsupportedChain', 'SwitchNetwork']

async function started(options: SendBenchOptions = {}) {
  const bench = sendBench({ plugins: [send()], ...options })
  cleanup = () => bench.kernel.dispose()
  bench.navigation.attach((name) => [...drawn, ...shell].includes(name))
  await bench.connect()
  const sender = bench.kernel.get(Sender)
  const controller = await sender.load()
  await controller.loadBalances()
  const view = () => bench.navigation.state.entries.at(-1)?.name
  return { ...bench, sender, controller, state: sender.state, view }
}

const receiverTakesNothing: SendNotice = {
  code: 'TAKES_NOTHING',
  message: 'It is lost.',
  severity: 'warning',
}

type Bench = Awaited<ReturnType<typeof started>>
const [native, dollar] = holdings

function fill({ controller }: Bench, { amount = '0.5', to = bob, token = native! } = {}): void {
  controller.chooseToken(token)
  controller.setAmount(amount)
  controller.setReceiver(to)
}

/** As a person: opens the form, fills it in, and looks at the preview. */
async function previewed(options: SendBenchOptions = {}, values: Parameters<typeof fill>[1] = {}) {
  const bench = await started(options)
  await bench.sender.open()
  fill(bench, values)
  expect(await bench.controller.preview()).toBe(true)
  return bench
}

async function sent(options: SendBenchOptions = {}, values: Parameters<typeof fill>[1] = {}) {
  const bench = await previewed(options, values)
  const confirmed = bench.controller.confirm()
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  bench.chain.answer('approve')
  await confirmed
  return bench
}

describe('a stranger’s chain', () => {
  it('whose fee is no amount shows no preview, and nothing can be confirmed', async () => {
    const bench = await started()
    await bench.sender.open()
    fill(bench)
    bench.chain.fee = 1.5 as never
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state).toMatchObject({ phase: 'editing', error: { code: 'ANSWER_INVALID' } })
    expect(bench.state.preview).toBeUndefined()
    await expect(bench.controller.confirm()).rejects.toMatchObject({ code: 'SEND_NOT_PREPARED' })
    expect(bench.chain.submits).toEqual([])
    bench.chain.fee = 1n
    expect(await bench.controller.preview()).toBe(true)
  })
})

describe('a wallet that leaves while it is asked', () => {
  it('is told at that moment, and its late answer is followed', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    const { toasts } = bench.kernel.get(Notifications).state
    expect(toasts).toEqual([])
    bench.wallet.report({ ended: {} })
    await vi.waitFor(() =>
      expect(bench.kernel.get(Notifications).state.toasts).toMatchObject([
        { message: { key: 'WALLET_LEFT_ASKED', parameters: { wallet: 'Metal Wallet' } } },
      ]),
    )
    expect(bench.state.phase).toBe('editing')
    bench.chain.answer('approve')
    await confirmed
    await vi.waitFor(() =>
      expect(bench.kernel.get(Notifications).state.toasts).toMatchObject([
        { message: { key: 'toastSentAfterAll' } },
        { message: { key: 'WALLET_LEFT_ASKED' } },
      ]),
    )
  })
})

describe('opening', () => {
  it('shows the form and says so once', async () => {
    const bench = await started()
    await bench.sender.open()
    await vi.waitFor(() => expect(bench.told()).toEqual(['OPEN_SEND']))
    expect(bench.view()).toBe(SendRoute.name)
    expect(bench.payloads('OPEN_SEND')).toEqual([{ isSmartAccount: false, network: 'eip155:1' }])
  })

  it('leads to connecting while nothing is connected', async () => {
    const bench = await started()
    await bench.session.disconnect()
    await bench.sender.open()
    expect(bench.view()).toBe('Connect')
  })

  it('says "No ActiveCaipNetwork or client found" to code that previews while nothing is connected', async () => {
    const bench = await started()
    await bench.session.disconnect()
    fill(bench)
    await expect(bench.controller.preview()).rejects.toMatchObject({
      code: 'ACTIVE_NETWORK_MISSING',
      shortMessage: 'No ActiveCaipNetwork or client found',
    })
    expect(bench.chain.prepared).toEqual([])
  })

  it('leads to other networks where the chain cannot send, and says "Unsupported chain" to code', async () => {
    const bench = await started({ send: false })
    await bench.sender.open()
    expect(bench.view()).toBe('UnsupportedChain')
    await expect(bench.controller.preview()).rejects.toMatchObject({
      code: 'UNSUPPORTED_CHAIN',
      shortMessage: 'Unsupported chain',
    })
  })

  it('fills in what the host gives, once, and leaves it to the person after', async () => {
    const bench = await started()
    await bench.sender.open({ token: usdToken.toLowerCase(), amount: '12.5', to: bob })
    await vi.waitFor(() => expect(bench.state.draft.amountText).toBe('12.5'))
    expect(bench.state.draft.token?.amount.symbol).toBe('USDC')
    expect(bench.state.receiver).toMatchObject({ status: 'resolved', address: bob })
    bench.controller.setAmount('1')
    bench.navigation.push(SendPreviewRoute)
    bench.navigation.back()
    await Promise.resolve()
    expect(bench.state.draft.amountText).toBe('1')
  })

  it('says when the account does not hold what the host asks for', async () => {
    const bench = await started()
    await bench.sender.open({ token: carol, amount: '1' })
    await vi.waitFor(() => expect(bench.state.notice).toBe('tokenNotHeld'))
    expect(bench.state.draft.token).toBeUndefined()
  })

  it('offers the network that the host asks for, and goes on there', async () => {
    const bench = await started()
    await bench.sender.open({ token: 'native', amount: '0.1', to: bob, networkId: 'eip155:2' })
    await vi.waitFor(() => expect(bench.state.wantedNetworkId).toBe('eip155:2'))
    bench.wallet.report({ networks: { eip155: 'eip155:2' } })
    await vi.waitFor(() => expect(bench.state.draft.amountText).toBe('0.1'))
    expect(bench.state).toMatchObject({ wantedNetworkId: undefined, notice: undefined })
    expect(bench.state.receiver).toMatchObject({ status: 'resolved', address: bob })
    await expect(bench.sender.open({ networkId: 'eip155:99' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
  })
})

describe('a draft that is not complete', () => {
  it('is told by the sentences of the specification', async () => {
    // With holdings that are known, the coin of the network is chosen already.
    const bench = await started({ holdings: () => Promise.reject(new Error('down')) })
    await expect(bench.controller.preview()).rejects.toMatchObject({
      code: 'SEND_INCOMPLETE',
      shortMessage: 'An amount and receiver address are required',
    })
    bench.controller.setAmount('1')
    await expect(bench.controller.preview()).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
    bench.controller.setReceiver(bob)
    await expect(bench.controller.preview()).rejects.toMatchObject({
      code: 'SEND_TOKEN_MISSING',
      shortMessage: 'A token is required',
    })
    expect(bench.chain.prepared).toEqual([])
  })
})

describe('balances', () => {
  it('come from the provider of holdings, once for all who ask', async () => {
    const bench = await started()
    await Promise.all([bench.controller.loadBalances(), bench.controller.loadBalances()])
    expect(bench.reads).toHaveLength(2)
    expect(bench.state.balances.holdings.map(({ amount }) => amount.symbol)).toEqual(['ETH', 'USDC'])
  })

  it('come from the chain where nobody provides them, and the only coin is chosen', async () => {
    const bench = await started({ holdings: false })
    expect(bench.state.balances.holdings).toMatchObject([{ amount: { value: 2n * ether, symbol: 'ETH' } }])
    expect(bench.state.draft.token?.amount.symbol).toBe('ETH')
  })

  it('that fail say "Token Balance Unavailable" and are not asked for again within 30 s', async () => {
    let tries = 0
    const bench = await started({
      holdings: async () => {
        tries += 1
        throw new Error('down')
      },
    })
    expect(bench.state.balances).toMatchObject({
      status: 'error',
      lastRetry: bench.clock.now(),
      error: { shortMessage: 'Token Balance Unavailable' },
    })
    await bench.controller.loadBalances()
    expect(tries).toBe(1)
    bench.clock.advance(30_000)
    await bench.controller.loadBalances()
    expect(tries).toBe(2)
  })
})

describe('the receiver', () => {
  it('by name is looked up 500 ms after the last letter', async () => {
    const bench = await started({ names: { 'nora.eth': bob } })
    bench.controller.setReceiver('nora.e')
    bench.clock.advance(400)
    bench.controller.setReceiver('nora.eth')
    expect(bench.state.receiver.status).toBe('resolving')
    bench.clock.advance(499)
    expect(bench.resolved).toEqual([])
    bench.clock.advance(1)
    await vi.waitFor(() => expect(bench.state.receiver).toMatchObject({ status: 'resolved', address: bob }))
    expect(bench.resolved).toEqual(['nora.eth'])
    await vi.waitFor(() =>
      expect(bench.state.receiver).toMatchObject({
        name: 'nora.eth',
        avatar: 'data:image/png;base64,AA==',
      }),
    )
  })

  it('says who told where its name leads, also in the preview', async () => {
    const bench = await started({ names: { 'nora.eth': bob }, nameHost: 'data.example' })
    const origin = { source: 'service', host: 'data.example' }
    fill(bench, { to: 'Nora.eth' })
    bench.clock.advance(500)
    await vi.waitFor(() => expect(bench.state.receiver).toMatchObject({ name: 'nora.eth', origin }))
    expect(await bench.controller.preview()).toBe(true)
    expect(bench.state.preview?.receiver).toEqual({ address: bob, name: 'nora.eth', origin })
  })

  it('that is neither an address nor a known name is invalid', async () => {
    const bench = await started()
    bench.controller.setReceiver('0x1234')
    expect(bench.state.receiver.status).toBe('invalid')
    bench.controller.setReceiver('nobody.eth')
    bench.clock.advance(500)
    await vi.waitFor(() => expect(bench.state.receiver.status).toBe('invalid'))
  })

  it('may be a CAIP-10 account of this network, and of no other', async () => {
    const bench = await started()
    bench.controller.setReceiver(`eip155:1:${bob}`)
    expect(bench.state.receiver).toMatchObject({ status: 'resolved', address: bob })
    bench.controller.setReceiver(`eip155:2:${bob}`)
    expect(bench.state.receiver.status).toBe('invalid')
  })

  it('whose name points elsewhere by the time of the preview stops it', async () => {
    const bench = await started({ names: { 'nora.eth': bob } })
    fill(bench, { to: 'nora.eth' })
    bench.clock.advance(500)
    await vi.waitFor(() => expect(bench.state.receiver.status).toBe('resolved'))
    bench.resolutions.set('nora.eth', carol)
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state.error?.code).toBe('SEND_RECEIVER_CHANGED')
    expect(bench.chain.prepared).toEqual([])
    bench.clock.advance(500)
    await vi.waitFor(() => expect(bench.state.receiver).toMatchObject({ address: carol }))
  })

  it('is remembered after a send, and makes look-alikes known', async () => {
    const storage = fakeStorage()
    const bench = await sent({ storage })
    expect(bench.controller.recents()).toEqual([{ address: bob }])
    bench.controller.reset()
    bench.controller.setReceiver(bob.toLowerCase())
    expect(bench.state.warnings).toEqual([])
    bench.controller.setReceiver(mallory)
    expect(bench.state.warnings).toMatchObject([{ code: 'ADDRESS_LOOKALIKE', needsConsent: true }])
    bench.controller.setReceiver(alice)
    expect(bench.state.warnings).toMatchObject([{ code: 'SEND_TO_SELF' }])
  })

  it('that looks like a recent one is warned of although somebody had it watched', async () => {
    const bench = await sent({ watched: [mallory] })
    bench.controller.reset()
    bench.controller.setReceiver(mallory)
    expect(bench.state.warnings).toMatchObject([{ code: 'ADDRESS_LOOKALIKE', needsConsent: true }])
  })
})

describe('a danger', () => {
  const confirmed = async (bench: Awaited<ReturnType<typeof started>>, accepted?: readonly Danger[]) => {
    void bench.controller.confirm(bench.state.preview, accepted)
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
    return { code: bench.state.error?.code, asked: bench.chain.submits.length }
  }
  const lost = { code: 'RECEIVER_UNOWNED', message: 'Lost.', severity: 'warning', isLoss: true } as const

  it('keeps the wallet closed however it is confirmed, until what it is about is accepted', async () => {
    const bench = await started()
    bench.chain.notices = [lost]
    fill(bench)
    await bench.controller.preview()
    const { dangers } = bench.state.preview!
    expect(dangers).toMatchObject([{ kind: 'lost', size: ether / 2n }])
    expect(await confirmed(bench)).toEqual({ code: 'DANGER_NOT_ACCEPTED', asked: 0 })
    const less = dangers.map((danger) => ({ ...danger, size: ether / 4n }))
    expect(await confirmed(bench, less)).toEqual({ code: 'DANGER_NOT_ACCEPTED', asked: 0 })
    expect(await confirmed(bench, [{ subject: `lost ${carol} `, size: ether }])).toMatchObject({ asked: 0 })
    expect(await confirmed(bench, dangers)).toEqual({ code: undefined, asked: 1 })
  })

  it('is another one with another receiver', async () => {
    const bench = await sent()
    bench.controller.reset()
    const dangersTo = async (to: string) => {
      fill(bench, { to })
      await bench.controller.preview()
      return bench.state.preview?.dangers ?? []
    }
    const first = await dangersTo(mallory)
    expect(first).toMatchObject([{ kind: 'lookalike', size: ether / 2n }])
    expect(await dangersTo(bob)).toEqual([])
    expect(await dangersTo(mallory)).toEqual(first)
    expect(await confirmed(bench)).toMatchObject({ code: 'DANGER_NOT_ACCEPTED' })
  })
})

describe('the amount', () => {
  it('changes between token and money without losing a digit', async () => {
    const bench = await started()
    bench.controller.chooseToken(native!)
    bench.controller.setAmount('0.123456789012345678')
    bench.controller.toggleMode()
    expect(bench.state.draft).toMatchObject({ mode: 'fiat', amountText: '246.91' })
    bench.controller.toggleMode()
    expect(bench.state.draft).toMatchObject({ mode: 'token', amountText: '0.123456789012345678' })
    bench.controller.toggleMode()
    bench.controller.setAmount('100')
    bench.controller.toggleMode()
    expect(bench.state.draft).toMatchObject({ mode: 'token', amountText: '0.05' })
  })

  it.each(['.5', '0.5', '00.50'])('typed as %s is half a coin', async (amount) => {
    const bench = await previewed({}, { amount })
    expect(bench.state.preview?.amount.value).toBe(500_000_000_000_000_000n)
  })

  it('of everything is what the chain says, and is asked for once more for the receiver', async () => {
    const bench = await started()
    bench.controller.chooseToken(native!)
    await bench.controller.setMaximum()
    expect(bench.state.draft).toMatchObject({ isMaximum: true, exactAmount: bench.chain.maximum })
    bench.controller.setReceiver(bob)
    bench.chain.maximum -= 5n
    expect(await bench.controller.preview()).toBe(true)
    expect(bench.chain.prepared[0]).toMatchObject({ amount: bench.chain.maximum, to: bob })
    expect(bench.state.preview?.amount.value).toBe(bench.chain.maximum)
  })

  it('is emptied by the choice of another token', async () => {
    const bench = await started()
    fill(bench)
    bench.controller.chooseToken(dollar!)
    expect(bench.state.draft).toMatchObject({ amountText: '', token: { amount: { symbol: 'USDC' } } })
  })
})

describe('the preview', () => {
  it('shows what the chain says, and asks no wallet', async () => {
    const bench = await previewed()
    expect(bench.view()).toBe(SendPreviewRoute.name)
    expect(bench.state.preview).toMatchObject({
      amount: { value: ether / 2n },
      worth: '1000',
      receiver: { address: bob },
      fee: { value: 21_000n * 10n ** 9n },
      feeWorth: '0.04',
      warnings: [{ code: 'FIRST_TIME_RECEIVER' }],
    })
    expect(bench.chain.submits).toEqual([])
    expect(bench.told()).toEqual(['OPEN_SEND'])
  })

  it('gives the token to the chain', async () => {
    const bench = await previewed({}, { token: dollar!, amount: '10.25' })
    expect(bench.chain.prepared[0]).toMatchObject({
      amount: 10_250_000n,
      token: { address: usdToken, decimals: 6, symbol: 'USDC' },
    })
  })

  it('says the refusal of the chain in the form', async () => {
    const bench = await started()
    await bench.sender.open()
    fill(bench)
    bench.chain.refuse = new BaseError('There is not enough.', { code: 'INSUFFICIENT_FUNDS' })
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state).toMatchObject({ phase: 'editing', error: { code: 'INSUFFICIENT_FUNDS' } })
    expect(bench.view()).toBe(SendRoute.name)
    bench.controller.setAmount('0.1')
    expect(bench.state.error).toBeUndefined()
  })

  it('is worked out anew after 30 s while it is shown, and says that the fee went up', async () => {
    const bench = await previewed()
    bench.chain.fee *= 2n
    bench.clock.advance(30_000)
    await vi.waitFor(() => expect(bench.state.preview?.fee.value).toBe(bench.chain.fee))
    expect(bench.state.notice).toBe('feeChanged')
    await bench.navigation.back()
    bench.clock.advance(30_000)
    expect(bench.chain.prepared).toHaveLength(2)
  })

  it('outlives a failure to work it out anew, and is checked before the wallet is asked', async () => {
    const bench = await previewed()
    for (const _ of ['first', 'second']) {
      bench.chain.refuse = new BaseError('No endpoint answers.', { code: 'NETWORK_UNREACHABLE' })
      bench.clock.advance(30_000)
      await vi.waitFor(() => expect(bench.chain.refuse).toBeUndefined())
      await vi.waitFor(() => expect(bench.state.isRefreshing).toBe(false))
    }
    expect(bench.state).toMatchObject({ phase: 'ready', error: undefined })
    bench.chain.refuse = new BaseError('No endpoint answers.', { code: 'NETWORK_UNREACHABLE' })
    await bench.controller.confirm()
    expect(bench.chain.submits).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'editing', error: { code: 'NETWORK_UNREACHABLE' } })
  })

  it('that is stale is read again before the wallet is asked', async () => {
    const bench = await previewed()
    bench.navigation.back()
    bench.clock.advance(61_000)
    bench.chain.fee *= 2n
    await bench.controller.confirm()
    expect(bench.chain.submits).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'feeChanged' })
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  })

  it('that is stale is read for a press to the end, however old it grows meanwhile', async () => {
    const bench = await previewed()
    const { chain, clock, state, controller } = bench
    for (const _ of ['first', 'second']) {
      chain.refuse = new BaseError('No endpoint answers.', { code: 'NETWORK_UNREACHABLE' })
      clock.advance(30_000)
      await vi.waitFor(() => expect([chain.refuse, state.isRefreshing]).toEqual([undefined, false]))
    }
    let release = () => {}
    chain.gate = new Promise((resolve) => {
      release = resolve
    })
    clock.advance(1_000)
    void controller.confirm()
    await vi.waitFor(() => expect(state.isRefreshing).toBe(true))
    clock.advance(29_000)
    release()
    await vi.waitFor(() => expect(chain.submits).toHaveLength(1))
  })

  it.each<[string, (bench: Bench) => void]>([
    ['another amount leaves', ({ chain }) => (chain.maximum += ether)],
    ['there is something new to know', ({ chain }) => (chain.notices = [receiverTakesNothing])],
    ['the receiver gets less', ({ chain }) => (chain.kept = 1n)],
  ])('that is stale is shown once more when %s', async (_, change) => {
    const bench = await started()
    await bench.sender.open()
    bench.controller.chooseToken(native!)
    bench.controller.setReceiver(bob)
    await bench.controller.setMaximum()
    expect(await bench.controller.preview()).toBe(true)
    bench.navigation.back()
    bench.clock.advance(61_000)
    change(bench)
    await bench.controller.confirm()
    expect(bench.chain.submits).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  })

  /** Faults of a service or a node between two readings of the same draft. */
  const lies: readonly [string, (bench: Bench) => void, boolean?][] = [
    ['the price of the service fell', () => {}, true],
    ['the fee is fifty thousand times as high', ({ chain }) => (chain.fee *= 50_000n)],
    ['the receiver gets less', ({ chain }) => (chain.kept = 1n)],
    ['there is something new to know', ({ chain }) => (chain.notices = [receiverTakesNothing])],
  ]

  it.each(lies)(
    'that was replaced in the background because %s is confirmed by no press',
    async (_, lie, isPrice) => {
      const list = holdings.map((holding) => ({ ...holding }))
      const bench = await started({ holdings: async () => list })
      await bench.sender.open()
      bench.controller.chooseToken(bench.state.balances.holdings[0]!)
      if (isPrice) bench.controller.toggleMode()
      bench.controller.setAmount(isPrice ? '100' : '0.5')
      bench.controller.setReceiver(bob)
      expect(await bench.controller.preview()).toBe(true)
      const shown = bench.state.preview!
      if (isPrice) {
        list[0] = { ...list[0]!, amount: { ...list[0]!.amount, value: 10n ** 30n }, price: '0.001' }
        await bench.controller.loadBalances({ fresh: true })
      } else lie(bench)
      bench.clock.advance(30_000)
      await vi.waitFor(() => expect(bench.state.preview).not.toBe(shown))
      expect(bench.state.isUnread).toBe(true)
      // The press began on the old one.
      await bench.controller.confirm(shown)
      expect(bench.chain.submits).toEqual([])
      expect(bench.state).toMatchObject({ phase: 'ready', isUnread: false })
      expect(bench.state.notice).toMatch(/Changed$/)
      void bench.controller.confirm(bench.state.preview)
      await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    },
  )

  it('whose fee barely moves asks for no second look, and never charges more than a press began on', async () => {
    const bench = await previewed()
    const first = bench.state.preview!
    const refreshed = async (fee: bigint) => {
      const before = bench.state.preview
      bench.chain.fee = fee
      bench.clock.advance(30_000)
      await vi.waitFor(() => expect(bench.state.preview).not.toBe(before))
    }
    const start = bench.chain.fee
    await refreshed(start + start / 200n)
    expect(bench.state).toMatchObject({ isUnread: false, notice: undefined })
    // Small steps add up: they are held against what was read, not against the step before.
    await refreshed(start + start / 90n)
    expect(bench.state).toMatchObject({ isUnread: true, notice: 'feeChanged' })
    await refreshed(start - 1n)
    expect(bench.state).toMatchObject({ isUnread: false, notice: undefined })
    await refreshed(start + start / 200n)
    await bench.controller.confirm(first)
    expect(bench.chain.submits).toEqual([])
    void bench.controller.confirm(bench.state.preview)
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  })

  it('that is stale is confirmed by no press at a higher fee, however little', async () => {
    const bench = await previewed()
    bench.navigation.back()
    bench.clock.advance(61_000)
    bench.chain.fee += 1n
    await bench.controller.confirm()
    expect(bench.chain.submits).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'feeChanged' })
  })

  it('whose token has other decimals now is confirmed by no press', async () => {
    const list = holdings.map((holding) => ({ ...holding }))
    const bench = await started({ holdings: async () => list })
    await bench.sender.open()
    fill(bench, { token: bench.state.balances.holdings[1]!, amount: '100' })
    expect(await bench.controller.preview()).toBe(true)
    const shown = bench.state.preview!
    list[1] = { ...list[1]!, amount: { value: 10n ** 30n, decimals: 18, symbol: 'USDC' } }
    await bench.controller.loadBalances({ fresh: true })
    bench.clock.advance(30_000)
    await vi.waitFor(() => expect(bench.state.preview).not.toBe(shown))
    await bench.controller.confirm()
    expect(bench.chain.submits).toEqual([])
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'previewChanged' })
  })

  it('that is stale and still holds is sent at once', async () => {
    const bench = await previewed()
    bench.navigation.back()
    bench.clock.advance(61_000)
    bench.chain.fee /= 2n
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    expect(bench.state.preview?.fee.value).toBe(bench.chain.fee)
  })

  it('does not call back whoever closed the modal meanwhile', async () => {
    const bench = await started()
    let release = () => {}
    bench.chain.gate = new Promise((resolve) => {
      release = resolve
    })
    await bench.sender.open()
    fill(bench)
    const preview = bench.controller.preview()
    bench.navigation.close()
    release()
    expect(await preview).toBe(true)
    expect(bench.navigation.state.open).toBe(false)
  })

  it('follows the chosen speed', async () => {
    const bench = await previewed()
    bench.controller.setFeeLevel('fast')
    await vi.waitFor(() => expect(bench.chain.prepared.at(-1)?.feeLevel).toBe('fast'))
    await vi.waitFor(() => expect(bench.state.preview?.feeLevel).toBe('fast'))
    expect(bench.state.phase).toBe('ready')
  })

  it('ends with the next edit', async () => {
    const bench = await previewed()
    bench.controller.setAmount('0.6')
    expect(bench.state).toMatchObject({ phase: 'editing', preview: undefined })
    await expect(bench.controller.confirm()).rejects.toMatchObject({ code: 'SEND_NOT_PREPARED' })
  })

  it('that is overtaken by an edit is not shown', async () => {
    const bench = await started()
    let release = () => {}
    bench.chain.gate = new Promise((resolve) => {
      release = resolve
    })
    await bench.sender.open()
    fill(bench)
    const preview = bench.controller.preview()
    expect(bench.state.phase).toBe('preparing')
    bench.controller.setAmount('0.7')
    release()
    expect(await preview).toBe(false)
    expect(bench.state).toMatchObject({ phase: 'editing', preview: undefined, error: undefined })
    expect(bench.view()).toBe(SendRoute.name)
  })
})

describe('a recent receiver with a name', () => {
  it('is looked up once more, and stops the send when the name has moved', async () => {
    const bench = await started({ names: { 'bob.eth': bob } })
    await bench.sender.open()
    bench.controller.chooseToken(native!)
    bench.controller.setAmount('0.5')
    bench.controller.chooseRecent({ address: bob, name: 'bob.eth' })
    expect(await bench.controller.preview()).toBe(true)
    expect(bench.state.preview?.receiver).toMatchObject({ address: bob, name: 'bob.eth' })
    bench.navigation.back()
    bench.resolutions.set('bob.eth', carol)
    bench.controller.chooseRecent({ address: bob, name: 'bob.eth' })
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state).toMatchObject({ preview: undefined, error: { code: 'SEND_RECEIVER_CHANGED' } })
    expect(bench.state.receiver).toEqual({ status: 'resolved', address: bob })
  })
})

describe('a fee beyond reason', () => {
  it('is refused with its sum, and gone on with once the person agrees', async () => {
    const bench = await started()
    await bench.sender.open()
    fill(bench)
    bench.chain.refuse = new FeeUnreasonableError({ value: 8n * ether, decimals: 18, symbol: 'ETH' })
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state).toMatchObject({ phase: 'editing', error: { code: 'FEE_UNREASONABLE' } })
    expect(bench.state.error?.shortMessage).toContain('8 ETH')
    expect(bench.state.unreasonableFee?.value).toBe(10n * ether)
    expect(await bench.controller.acceptFee()).toBe(true)
    expect(bench.chain.prepared.at(-1)?.highestFee).toBe(10n * ether)
    // Another draft is another question.
    bench.controller.setAmount('0.6')
    expect(await bench.controller.preview()).toBe(true)
    expect(bench.chain.prepared.at(-1)?.highestFee).toBeUndefined()
    expect(await bench.controller.acceptFee()).toBe(false)
  })
})

describe('confirming', () => {
  it('asks the wallet once, however often it is pressed', async () => {
    const bench = await previewed()
    const all = Promise.all([bench.controller.confirm(), bench.controller.confirm()])
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    expect(bench.state.phase).toBe('signing')
    expect(bench.view()).toBe(SendProgressRoute.name)
    bench.chain.answer('approve')
    await all
    await bench.controller.confirm()
    expect(bench.chain.submits).toHaveLength(1)
  })

  it('does not take back the signal that the wallet is asked with', async () => {
    const bench = await previewed()
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.controller.forgetRequest()
    bench.controller.setAmount('0.1')
    expect(bench.chain.submits[0]?.signal?.aborted).toBe(false)
  })

  it('tells of initiation, submission and success, and empties the draft', async () => {
    const bench = await sent()
    const facts = { isSmartAccount: false, network: 'eip155:1', token: 'ETH', amount: '0.5' }
    expect(bench.told()).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'TRANSACTION_SUBMITTED'])
    expect(bench.payloads('SEND_INITIATED')).toEqual([facts])
    expect(bench.payloads('TRANSACTION_SUBMITTED')).toMatchObject([
      {
        address: alice,
        record: {
          operation: 'send',
          status: 'pending',
          from: alice,
          to: bob,
          transfers: [{ direction: 'out', amount: { value: ether / 2n } }],
        },
      },
    ])
    expect(bench.state.phase).toBe('pending')
    expect(bench.state.draft).toMatchObject({ token: undefined, amountText: '', receiverText: '' })
    expect(bench.state.receiver.status).toBe('empty')
    expect(bench.state.balances.holdings).toEqual([])
    bench.chain.decide('confirmed')
    await vi.waitFor(() => expect(bench.state.phase).toBe('confirmed'))
    expect(bench.told().slice(3)).toEqual(['TRANSACTION_SETTLED', 'SEND_SUCCESS'])
    expect(bench.payloads('SEND_SUCCESS')).toEqual([facts])
    expect(bench.state.transaction?.explorerUrl).toMatch(/^https:\/\/explorer\.example\/tx\/0x0+1$/)
  })

  it('is sent even if something around it breaks', async () => {
    const bench = await sent({ isExplorerBroken: true })
    expect(bench.state).toMatchObject({ phase: 'pending', preview: undefined })
    expect(bench.state.transaction?.explorerUrl).toBeUndefined()
    expect(bench.told()).not.toContain('SEND_ERROR')
    await bench.controller.confirm()
    expect(bench.chain.submits).toHaveLength(1)
  })

  it('tells the same of a token', async () => {
    const bench = await sent({}, { token: dollar!, amount: '10.250' })
    bench.chain.decide('confirmed')
    await vi.waitFor(() => expect(bench.told()).toContain('SEND_SUCCESS'))
    const facts = { isSmartAccount: false, network: 'eip155:1', token: 'USDC', amount: '10.25' }
    for (const id of ['SEND_INITIATED', 'SEND_SUCCESS']) expect(bench.payloads(id)).toEqual([facts])
    expect(bench.payloads('TRANSACTION_SETTLED')).toMatchObject([
      { record: { status: 'confirmed', transfers: [{ asset: usdToken, amount: { value: 10_250_000n } }] } },
    ])
  })

  it('reads the balance again once the chain has decided', async () => {
    const bench = await sent()
    bench.balance.native = ether
    bench.chain.decide('confirmed')
    const { NativeBalances } = await import('@latchkey/kernel/wallet')
    await vi.waitFor(() =>
      expect(bench.kernel.get(NativeBalances).get('eip155:1', alice)?.amount?.value).toBe(ether),
    )
  })

  it('says why the chain refused', async () => {
    const bench = await sent()
    bench.chain.decide('failed', 'The contract refused the transaction.')
    await vi.waitFor(() => expect(bench.state.phase).toBe('failed'))
    expect(bench.state.transaction?.reason).toBe('The contract refused the transaction.')
    expect(bench.payloads('SEND_ERROR')).toMatchObject([{ message: 'The contract refused the transaction.' }])
    expect(bench.payloads('SEND_SUCCESS')).toEqual([])
  })

  it('says when nobody knows what became of it', async () => {
    const bench = await sent()
    bench.chain.lose(new BaseError('The network has not decided yet.', { code: 'TRANSACTION_WAIT_TIMEOUT' }))
    await vi.waitFor(() => expect(bench.state.phase).toBe('undecided'))
    expect(bench.told()).not.toContain('SEND_ERROR')
  })

  it('is calm about a refusal in the wallet, and keeps the draft', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.chain.answer({ reject: new UserRejectedError() })
    await confirmed
    expect(bench.state).toMatchObject({ phase: 'ready', notice: 'declined', error: undefined })
    expect(bench.state.draft).toMatchObject({ amountText: '0.5', receiverText: bob })
    expect(bench.view()).toBe(SendPreviewRoute.name)
    expect(bench.told()).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_REJECTED'])
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(2))
  })

  it('tells of a failure before the wallet was asked, and may be tried again', async () => {
    const bench = await previewed()
    bench.chain.isHandedOver = false
    void bench.controller.setFeeLevel('fast')
    await vi.waitFor(() => expect(bench.state.preview?.feeLevel).toBe('fast'))
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.chain.answer({ reject: new BaseError('Another network.', { code: 'NETWORK_MISMATCH' }) })
    await confirmed
    expect(bench.state).toMatchObject({ phase: 'ready', error: { code: 'NETWORK_MISMATCH' } })
    expect(bench.payloads('SEND_ERROR')).toMatchObject([{ message: 'Another network.', amount: '0.5' }])
    expect(bench.payloads('TRANSACTION_SUBMITTED')).toEqual([])
    expect(bench.view()).toBe(SendPreviewRoute.name)
  })

  it.each<[string, unknown, boolean | undefined]>([
    ['rubbish', new BaseError('No hash.', { code: 'WALLET_ANSWER_INVALID' }), true],
    ['an error of its own', new Error('Internal error'), true],
    ['rubbish, and the chain does not say whether it was asked', new Error('?'), undefined],
    ['words of a refusal that is none', { message: 'User rejected the request.' }, true],
    ['the error of a check before it was asked', new BaseError('?', { code: 'NETWORK_MISMATCH' }), true],
  ])(
    'after the wallet has answered %s leads to no button that pays again',
    async (_, reject, isHandedOver) => {
      const bench = await started()
      await bench.sender.open()
      fill(bench)
      bench.chain.isHandedOver = isHandedOver
      await bench.controller.preview()
      const confirmed = bench.controller.confirm()
      await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
      bench.chain.answer({ reject })
      await confirmed
      expect(bench.state).toMatchObject({ phase: 'undecided', preview: undefined })
      expect(bench.state.transaction).toMatchObject({
        id: undefined,
        amount: { value: ether / 2n },
        explorerUrl: `https://explorer.example/address/${alice}`,
      })
      expect(bench.view()).toBe(SendProgressRoute.name)
      await bench.controller.confirm()
      expect(bench.chain.submits).toHaveLength(1)
      expect(bench.state.draft.amountText).toBe('')
      expect(bench.payloads('TRANSACTION_SUBMITTED')).toEqual([
        {
          address: alice,
          askedAt: bench.clock.now(),
          record: expect.objectContaining({
            status: 'pending',
            isUncertain: true,
            to: bob,
            transfers: [expect.objectContaining({ direction: 'out', amount: coin(ether / 2n), to: bob })],
          }),
        },
      ])
    },
  )

  it('warns of a request that was given up and may have been sent', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.controller.forgetRequest()
    bench.chain.answer({ reject: new Error('Internal error') })
    await confirmed
    const { Notifications } = await import('@latchkey/kernel/wallet')
    expect(bench.kernel.get(Notifications).state.toasts).toMatchObject([
      { message: { text: 'An earlier request of yours may have been sent. Look at it in the wallet.' } },
    ])
    expect(bench.payloads('TRANSACTION_SUBMITTED')).toMatchObject([{ record: { isUncertain: true } }])
    expect(bench.state.phase).toBe('editing')
  })

  it.each(['different', 'unknown'] as const)(
    'keeps what the chain says of a send with a %s end',
    async (outcome) => {
      const bench = await sent()
      bench.chain.decide(outcome === 'different' ? 'failed' : 'confirmed', 'It paid somebody else.', outcome)
      await vi.waitFor(() => expect(bench.state.transaction?.outcome).toBe(outcome))
      expect(bench.state.transaction?.reason).toBe('It paid somebody else.')
    },
  )

  it('goes on when the person goes back, and asks nothing twice', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.navigation.back()
    expect(bench.view()).toBe(SendPreviewRoute.name)
    void bench.controller.confirm()
    bench.controller.setAmount('1.5')
    expect(bench.state.draft.amountText).toBe('0.5')
    expect(await bench.controller.preview()).toBe(false)
    expect(bench.state).toMatchObject({ phase: 'signing', notice: 'outstanding' })
    expect(bench.chain.submits).toHaveLength(1)
    bench.chain.answer('approve')
    await confirmed
    expect(bench.view()).toBe(SendProgressRoute.name)
    expect(bench.chain.submits).toHaveLength(1)
  })

  it('goes on when the modal is closed, and tells how it ended', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.navigation.close()
    await bench.sender.open({ amount: '9' })
    expect(bench.state.draft.amountText).toBe('0.5')
    bench.navigation.close()
    bench.chain.answer('approve')
    await confirmed
    expect(bench.navigation.state.open).toBe(false)
    bench.chain.decide('confirmed')
    const { Notifications } = await import('@latchkey/kernel/wallet')
    await vi.waitFor(() =>
      expect(bench.kernel.get(Notifications).state.toasts).toMatchObject([
        { message: { text: '0.5 ETH was sent.' } },
      ]),
    )
  })

  it('that is given up is followed when it comes late, without touching the next draft', async () => {
    const bench = await previewed()
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.controller.forgetRequest()
    expect(bench.state.phase).toBe('editing')
    expect(bench.view()).toBe(SendRoute.name)
    bench.controller.setAmount('0.25')
    bench.chain.answer('approve')
    await vi.waitFor(() => expect(bench.told()).toContain('TRANSACTION_SUBMITTED'))
    expect(bench.state.draft.amountText).toBe('0.25')
    expect(bench.state.phase).toBe('editing')
    bench.chain.decide('confirmed')
    await vi.waitFor(() => expect(bench.told()).toContain('SEND_SUCCESS'))
    expect(bench.state.phase).toBe('editing')
  })
})

it('works without views: nothing is opened, and nothing is missed', async () => {
  const bench = sendBench({ plugins: [send()] })
  cleanup = () => bench.kernel.dispose()
  await bench.connect()
  const controller = await bench.kernel.get(Sender).load()
  await controller.loadBalances()
  controller.chooseToken(native!)
  controller.setAmount('0.5')
  controller.setReceiver(bob)
  expect(await controller.preview()).toBe(true)
  const confirmed = controller.confirm()
  await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
  bench.chain.answer('approve')
  await confirmed
  expect(bench.navigation.state.open).toBe(false)
  expect(bench.kernel.get(Sender).state.phase).toBe('pending')
})

it.each([
  ['sends', 'approve'],
  ['declines', { reject: new UserRejectedError() }],
] as const)(
  'given up where no form was shown, it takes no view away when the wallet %s after all',
  async (_, answer) => {
    const bench = await started()
    const { controller, chain, view } = bench
    fill(bench)
    expect(await controller.preview()).toBe(true)
    const confirmed = controller.confirm()
    await vi.waitFor(() => expect(chain.submits).toHaveLength(1))
    expect(view()).toBe(SendProgressRoute.name)
    controller.forgetRequest()
    expect(view()).toBe('Account')
    chain.answer(answer)
    await confirmed
    expect(view()).toBe('Account')
  },
)

it.each(['preparing', 'ready', 'signing'] as const)(
  'goes on while the next one is %s, and its end touches nothing of that',
  async (phase) => {
    const bench = await sent()
    const { chain, controller, state } = bench
    await controller.loadBalances()
    fill(bench, { amount: '0.25' })
    let release = () => {}
    chain.gate = new Promise((resolve) => {
      release = resolve
    })
    const previewed = controller.preview()
    if (phase !== 'preparing') release()
    if (phase !== 'preparing') await previewed
    const pressed = phase === 'signing' ? controller.confirm() : undefined
    await vi.waitFor(() => expect([state.phase, chain.submits.length]).toEqual([phase, pressed ? 2 : 1]))
    chain.decide('confirmed')
    await vi.waitFor(() => expect(bench.told()).toContain('SEND_SUCCESS'))
    expect(state.phase).toBe(phase)
    release()
    expect(await previewed).toBe(true)
    if (pressed) chain.answer({ reject: new UserRejectedError() })
    await pressed
    expect([state.phase, state.preview?.amount.value]).toEqual(['ready', ether / 4n])
  },
)

describe('another account or network', () => {
  it('ends a preview, keeps the receiver, and goes back to the form', async () => {
    const bench = await previewed()
    bench.wallet.report({ networks: { eip155: 'eip155:2' } })
    await vi.waitFor(() => expect(bench.state.target?.networkId).toBe('eip155:2'))
    expect(bench.state).toMatchObject({ phase: 'editing', preview: undefined, notice: 'targetChanged' })
    expect(bench.state.draft).toMatchObject({ amountText: '', receiverText: bob })
    // What was chosen for the network before is not of this one.
    expect(bench.state.draft.token?.networkId).not.toBe('eip155:1')
    expect(bench.view()).toBe(SendRoute.name)
    await expect(bench.controller.confirm()).rejects.toMatchObject({ code: 'SEND_NOT_PREPARED' })
  })

  it('calls off what is being checked', async () => {
    const bench = await started()
    let release = () => {}
    bench.chain.gate = new Promise((resolve) => {
      release = resolve
    })
    await bench.sender.open()
    fill(bench)
    const preview = bench.controller.preview()
    const connection = bench.session.state.connections[0]!
    const other = connection.accounts.find(({ address }) => address === carol)!
    bench.session.setActiveAccount({ namespace: 'eip155', connectionId: connection.id, accountId: other.id })
    await vi.waitFor(() => expect(bench.state.target?.address).toBe(carol))
    release()
    expect(await preview).toBe(false)
    expect(bench.chain.prepared[0]?.signal?.aborted).toBe(true)
    expect(bench.state.preview).toBeUndefined()
  })

  it('waits for the wallet that is asked, and sends from the account that was shown', async () => {
    const bench = await previewed()
    const confirmed = bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.wallet.report({ networks: { eip155: 'eip155:2' } })
    await Promise.resolve()
    expect(bench.state).toMatchObject({ phase: 'signing', target: { networkId: 'eip155:1' } })
    bench.chain.answer('approve')
    await confirmed
    expect(bench.payloads('TRANSACTION_SUBMITTED')).toMatchObject([{ record: { networkId: 'eip155:1' } }])
    await vi.waitFor(() => expect(bench.state.target?.networkId).toBe('eip155:2'))
  })

  it('of a wallet that went away gives the request up', async () => {
    const bench = await previewed()
    void bench.controller.confirm()
    await vi.waitFor(() => expect(bench.chain.submits).toHaveLength(1))
    bench.wallet.report({ ended: {} })
    await vi.waitFor(() => expect(bench.state.phase).toBe('editing'))
    expect(bench.state.target).toBeUndefined()
  })
})
