import { createKernel, type KernelOptions } from '@latchkey/kernel'
import { NativeBalances, Networks, Notifications, Session } from '@latchkey/kernel/wallet'
import type { HoldingsAnswer } from '@latchkey/kernel/contracts'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { type FakeClock, fakeAccount, fakeClock, fakeStorage, pluginSuite } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import {
  alice,
  answerOf,
  bob,
  ether,
  one,
  testnet,
  testWalletData,
  type TestWalletDataOptions,
  token,
  two,
  usdc,
} from '../test/testWalletData.js'
import { balances } from './balances.js'
import type { BalancesOptions } from './BalancesOptions.js'
import { Balances } from './BalancesService.js'

let cleanup: (() => Promise<void>) | undefined
afterEach(async () => {
  await cleanup?.()
  cleanup = undefined
})

/** Lets what is already due to happen, happen. Time stands still. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

async function app(
  options: BalancesOptions = {},
  dataOptions: TestWalletDataOptions = {},
  kernelOptions: KernelOptions = {},
) {
  const clock = fakeClock()
  const data = testWalletData(dataOptions)
  const kernel = createKernel([...data.plugins, balances(options)], {
    clock,
    storage: fakeStorage(),
    logLevel: 'silent',
    ...kernelOptions,
  })
  cleanup = () => kernel.dispose()
  await kernel.start()
  const service = kernel.get(Balances)
  const session = kernel.get(Session)
  const tick = async (duration: number) => {
    clock.advance(duration)
    await settle()
  }
  return {
    kernel,
    clock: clock as FakeClock,
    data,
    service,
    session,
    tick,
    snackbar: () => kernel.get(Notifications).state.snackbar,
    entry: (key = `${one}:${alice}`) => service.state.entries[key],
    async connect() {
      await session.connect({ connectorId: 'fake.wallet' })
      await settle()
    },
    async watch() {
      const stop = service.watch()
      await settle()
      return stop
    },
    activate: (address: string) =>
      session.setActiveAccount({
        namespace: 'eip155',
        connectionId: 'fake.wallet',
        accountId: fakeAccount(one, address).id,
      }),
    settled: (address = alice, networkId = one) =>
      kernel.events.emit(TransactionSettled, {
        address,
        record: { id: '0x1', networkId, operation: 'send', status: 'confirmed', transfers: [] },
      }),
  }
}

const fail = () => {
  throw new Error('The node is gone')
}

function held() {
  const waiting: ((answer: HoldingsAnswer) => void)[] = []
  return {
    answer: () => new Promise<HoldingsAnswer>((resolve) => waiting.push(resolve)),
    release: async (answer: HoldingsAnswer) => {
      waiting.shift()?.(answer)
      await settle()
    },
  }
}

describe('reading', () => {
  it('asks nothing before somebody looks, then shows what the account holds', async () => {
    const { data, connect, watch, entry } = await app()
    data.answer = () =>
      answerOf([ether(10n ** 18n, { price: '3000' }), token('USDC', 5_000_000n, { price: '1' })])
    await connect()
    expect(data.asked).toEqual([])
    await watch()
    expect(data.asked).toMatchObject([{ networkId: one, address: alice, currency: 'usd', fresh: false }])
    expect(entry()).toMatchObject({
      status: 'success',
      total: '3005',
      source: 'service',
      isTestnet: false,
      holdings: [{ key: 'native' }, { key: '0xUSDC' }],
    })
  })

  it('is one request for everybody who asks at the same time', async () => {
    const { data, connect, service, watch } = await app()
    const { answer, release } = held()
    data.answer = answer
    await connect()
    await Promise.all([watch(), watch()])
    const asked = [service.refresh(), service.refresh({ namespace: 'eip155' })]
    await settle()
    expect(data.asked).toHaveLength(1)
    // What was asked for while it ran is read once, after it.
    await release(answerOf([ether(1n)]))
    await release(answerOf([ether(2n)]))
    await Promise.all(asked)
    expect(data.asked.map(({ fresh }) => fresh)).toEqual([false, true])
  })

  it('happens every 10 s while somebody looks, and stops with the last one who does', async () => {
    const { data, clock, connect, watch, tick } = await app()
    await connect()
    const [first, second] = [await watch(), await watch()]
    for (let round = 0; round < 3; round += 1) await tick(10_000)
    expect(data.asked).toHaveLength(4)
    first()
    await tick(10_000)
    expect(data.asked).toHaveLength(5)
    second()
    expect(clock.pending).toBe(0)
    await tick(60_000)
    expect(data.asked).toHaveLength(5)
    // An answer younger than 10 s serves who comes back.
    await watch()
    expect(data.asked).toHaveLength(6)
    const again = await watch()
    again()
    expect(data.asked).toHaveLength(6)
  })

  it('follows the account, and drops what comes for the one that was left', async () => {
    const { data, connect, watch, activate, entry, service } = await app()
    const { answer, release } = held()
    data.answer = answer
    await connect()
    await watch()
    activate(bob)
    await settle()
    expect(data.asked.map(({ address }) => address)).toEqual([alice, bob])
    expect(data.asked[0]?.signal?.aborted).toBe(true)
    await release(answerOf([ether(111n)]))
    expect(Object.keys(service.state.entries)).toEqual([`${one}:${bob}`])
    await release(answerOf([ether(222n)]))
    expect(entry(`${one}:${bob}`)?.holdings[0]?.amount.value).toBe(222n)
    expect(entry()).toBeUndefined()
  })

  it('follows the network, and keeps what was read on the one before', async () => {
    const { kernel, data, connect, watch, service } = await app()
    await connect()
    await watch()
    await kernel.get(Networks).switch(two)
    await settle()
    expect(data.asked.map(({ networkId }) => networkId)).toEqual([one, two])
    expect(Object.keys(service.state.entries)).toEqual([`${one}:${alice}`, `${two}:${alice}`])
  })

  it('keeps nothing of an account that is disconnected', async () => {
    const { connect, watch, service, session, clock } = await app()
    await connect()
    await watch()
    await session.disconnect()
    await settle()
    expect(service.state.entries).toEqual({})
    expect(clock.pending).toBe(0)
  })

  it('shows a network the host does not list as unsupported, worth 0, and asks nothing', async () => {
    const { data, connect, watch, entry } = await app()
    await connect()
    data.wallet.report({ networks: { eip155: 'eip155:999' } })
    await settle()
    await watch()
    expect(entry(`eip155:999:${alice}`)).toMatchObject({ status: 'unsupported', total: '0', holdings: [] })
    expect(data.asked).toEqual([])
  })

  it('shows amounts on a test network, worth 0', async () => {
    const { kernel, data, connect, watch, entry } = await app()
    data.answer = () => answerOf([ether(5n, { price: '3000', worth: '9' })])
    await connect()
    await kernel.get(Networks).switch(testnet)
    await watch()
    expect(entry(`${testnet}:${alice}`)).toMatchObject({
      isTestnet: true,
      total: '0',
      holdings: [{ amount: { value: 5n } }],
    })
  })
})

describe('when a reading fails', () => {
  it('says so once, asks nothing for 30 s, then tries again by itself', async () => {
    const { data, connect, watch, entry, snackbar, service, tick, clock } = await app()
    data.answer = fail
    await connect()
    await watch()
    expect(entry()).toMatchObject({
      status: 'error',
      error: { code: 'BALANCE_UNAVAILABLE', shortMessage: 'Token Balance Unavailable' },
      retryAt: clock.now() + 30_000,
    })
    expect(snackbar()).toMatchObject({
      open: true,
      message: { section: 'errors', text: 'Token Balance Unavailable' },
      variant: 'error',
    })
    await service.refresh()
    await tick(10_000)
    await service.refresh()
    await tick(19_999)
    expect(data.asked).toHaveLength(1)
    expect(snackbar().open).toBe(false)
    await tick(1)
    expect(data.asked).toHaveLength(2)
    expect(snackbar().open).toBe(false)
    data.answer = () => answerOf([ether(7n)])
    await tick(30_000)
    expect(entry()).toMatchObject({ status: 'success', error: undefined, retryAt: undefined })
    data.answer = fail
    await tick(10_000)
    expect(snackbar()).toMatchObject({
      open: true,
      message: { section: 'errors', text: 'Token Balance Unavailable' },
    })
  })

  it('keeps what was read before, and when that was', async () => {
    const { data, connect, watch, entry, tick, clock } = await app()
    await connect()
    await watch()
    const readAt = clock.now()
    data.answer = fail
    await tick(10_000)
    expect(entry()).toMatchObject({ status: 'error', holdings: [{ key: 'native' }], readAt })
  })

  it('is asked nothing while nobody looks, and when somebody does after the block', async () => {
    const { data, connect, watch, tick, clock } = await app()
    data.answer = fail
    await connect()
    const stop = await watch()
    stop()
    // The snackbar has its own.
    expect(clock.pending).toBe(1)
    const again = await watch()
    expect(data.asked).toHaveLength(1)
    again()
    await tick(30_000)
    expect(clock.pending).toBe(0)
    await watch()
    expect(data.asked).toHaveLength(2)
  })
})

describe('after a transaction of this app', () => {
  it('reads again at once, asking the source for what is new, and the native coin of buttons too', async () => {
    const { kernel, data, connect, watch, settled } = await app()
    await connect()
    await kernel.get(NativeBalances).refresh(one, alice)
    await watch()
    settled()
    await settle()
    expect(data.asked.map(({ fresh }) => fresh)).toEqual([false, true])
    expect(data.askedNative).toHaveLength(2)
  })

  it('does so after the reading that was under way, which may be older than the transaction', async () => {
    const { data, connect, watch, settled, entry } = await app()
    const { answer, release } = held()
    data.answer = answer
    await connect()
    await watch()
    settled()
    await settle()
    await release(answerOf([ether(100n)]))
    await release(answerOf([ether(50n)]))
    expect(data.asked.map(({ fresh }) => fresh)).toEqual([false, true])
    expect(entry()?.holdings[0]?.amount.value).toBe(50n)
  })

  it('remembers it while nobody looks, and through a failure', async () => {
    const { data, connect, watch, settled, tick } = await app()
    await connect()
    const stop = await watch()
    stop()
    settled()
    await settle()
    expect(data.asked).toHaveLength(1)
    data.answer = fail
    await watch()
    await tick(30_000)
    expect(data.asked.map(({ fresh }) => fresh)).toEqual([false, true, true])
  })

  it('is none of ours when it was of somebody else', async () => {
    const { data, connect, watch, settled } = await app()
    await connect()
    await watch()
    settled(bob)
    await settle()
    expect(data.asked).toHaveLength(1)
  })

  it('reads the native coin again when the list disagrees with it', async () => {
    const { kernel, data, connect, watch } = await app()
    await connect()
    await kernel.get(NativeBalances).refresh(one, alice)
    data.native = () => 4n
    data.answer = () => answerOf([ether(4n)])
    await watch()
    expect(kernel.get(NativeBalances).get(one, alice)?.amount?.value).toBe(4n)
    await watch()
    expect(data.askedNative).toHaveLength(2)
  })
})

describe('prices', () => {
  it('are asked for where the holdings came without, kept for 30 s, and never for bait', async () => {
    const price = vi.fn(async () => '2')
    const { data, connect, watch, entry, tick } = await app({ currency: 'eur' }, { price })
    data.answer = () =>
      answerOf([
        ether(10n ** 18n),
        token('USDC', 1_000_000n, { price: '1' }),
        token('CLAIM', 1n, { name: 'claim it' }),
        token('MORE', 1_000_000n),
      ])
    await connect()
    await watch()
    expect(data.askedPrices.map(({ address, currency }) => [address, currency])).toEqual([
      [undefined, 'eur'],
      ['0xMORE', 'eur'],
    ])
    expect(entry()?.total).toBe('5')
    await tick(10_000)
    expect(data.askedPrices).toHaveLength(2)
    await tick(20_000)
    expect(data.askedPrices).toHaveLength(4)
  })

  it('that cannot be read again stay, and say from when they are', async () => {
    let isDown = false
    const { data, clock, connect, watch, entry, tick } = await app(
      {},
      { price: async () => (isDown ? fail() : '2') },
    )
    data.answer = () => answerOf([ether(10n ** 18n)])
    await connect()
    await watch()
    const readAt = clock.now()
    expect([entry()?.total, entry()?.pricedAt]).toEqual(['2', undefined])
    isDown = true
    for (let index = 0; index < 3; index += 1) await tick(30_000)
    expect([entry()?.total, entry()?.pricedAt]).toEqual(['2', readAt])
    isDown = false
    await tick(30_000)
    expect([entry()?.total, entry()?.pricedAt]).toEqual(['2', undefined])
  })

  it('that cannot be read leave the amounts as they are', async () => {
    const { connect, watch, entry } = await app({}, { price: async () => fail() })
    await connect()
    await watch()
    expect(entry()).toMatchObject({ status: 'success', total: undefined, holdings: [{ key: 'native' }] })
  })
})

describe('the token that buttons show', () => {
  const buttonTokens = { [one]: { address: usdc, decimals: 6, symbol: 'USDC' } }

  it('is read from the chain as soon as an account is active, and not asked for again', async () => {
    const { data, connect, service, tick } = await app({ buttonTokens })
    data.tokens = () => 42n
    await connect()
    expect(service.state.amounts).toEqual({
      [`${one}:${alice}`]: { value: 42n, decimals: 6, symbol: 'USDC' },
    })
    expect(data.asked).toEqual([])
    await tick(60_000)
    expect(data.askedTokens).toHaveLength(1)
  })

  it('is nothing while it is read, and read again 30 s after a failure', async () => {
    const { data, connect, service, tick } = await app({ buttonTokens })
    data.tokens = fail
    await connect()
    expect(service.state.amounts).toEqual({ [`${one}:${alice}`]: null })
    data.tokens = () => 1n
    await tick(30_000)
    expect(service.state.amounts[`${one}:${alice}`]?.value).toBe(1n)
  })

  it('is 0 where the chain lists only what is held', async () => {
    const { data, connect, service } = await app({ buttonTokens })
    data.tokens = () => undefined
    await connect()
    expect(service.state.amounts[`${one}:${alice}`]?.value).toBe(0n)
  })

  it('is of the account that is active, and of networks the host chose one for', async () => {
    const { kernel, data, connect, activate, service } = await app({ buttonTokens })
    await connect()
    activate(bob)
    await settle()
    expect(Object.keys(service.state.amounts)).toEqual([`${one}:${bob}`])
    await kernel.get(Networks).switch(two)
    await settle()
    expect(data.askedTokens).toHaveLength(2)
    expect(service.state.amounts[`${two}:${bob}`]).toBeUndefined()
  })

  it('follows the list and the transactions of the app', async () => {
    const { data, connect, watch, service, settled } = await app({ buttonTokens })
    await connect()
    data.answer = () => answerOf([token('USDC', 9n, { address: usdc.toLowerCase() })])
    await watch()
    expect(service.state.amounts[`${one}:${alice}`]?.value).toBe(9n)
    data.tokens = () => 8n
    data.answer = () => answerOf([])
    settled()
    await settle()
    expect(service.state.amounts[`${one}:${alice}`]?.value).toBe(8n)
  })

  it('stays the native coin where the chain cannot read tokens', async () => {
    const { connect, service } = await app({ buttonTokens }, { noTokens: true })
    await connect()
    expect(service.state.amounts).toEqual({})
  })
})

describe('the switch that covers amounts', () => {
  it('survives a reload, and is told to other tabs', async () => {
    const storage = fakeStorage()
    const first = await app({}, {}, { storage })
    expect(first.service.state.hidden).toBe(false)
    first.service.setHidden(true)
    const second = await app({}, {}, { storage: storage.openTab() })
    expect(second.service.state.hidden).toBe(true)
    second.service.setHidden(false)
    expect(first.service.state.hidden).toBe(false)
    await first.kernel.dispose()
  })

  it('starts as the host says, until a person has chosen', async () => {
    const { service } = await app({ hidden: true })
    expect(service.state.hidden).toBe(true)
  })

  it('does not trust what is stored', async () => {
    const storage = fakeStorage({ 'latchkey:balances.hidden': '"yes"' })
    const { service } = await app({}, {}, { storage, id: 'latchkey' })
    expect(service.state.hidden).toBe(false)
  })
})

describe('options', () => {
  it('are checked while the host composes, all at once', () => {
    const given = {
      currency: 'doge',
      buttonTokens: { mainnet: { address: '', decimals: 300, symbol: 'X' } },
    } as never
    expect(() => balances(given)).toThrowErrorMatchingSnapshot()
  })
})

describe('the plugin', () => {
  pluginSuite({
    test: it,
    create: () => balances({ buttonTokens: { [one]: { address: usdc, decimals: 6, symbol: 'USDC' } } }),
    others: () => testWalletData().plugins,
    manifest,
  })

  it('cannot be set up without a provider of holdings, and says so', () => {
    const kernel = createKernel([balances()], { logLevel: 'silent', storage: fakeStorage() })
    expect(kernel.state.plugins['balances']?.error?.message).toMatchSnapshot()
  })
})
