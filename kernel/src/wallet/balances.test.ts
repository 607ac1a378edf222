import { describe, expect, it } from 'vitest'
import { capability } from '../keys/capability.js'
import { Balance, type BalanceRequest } from '../contracts/capabilities/balance.js'
import { fakeClock, fakeNamespace } from '../testing/index.js'
import { createNativeBalances } from './balances.js'
import * as walletCode from './walletCode.js'
import type { WalletCodeSource } from './walletCodeSource.js'

const loaded = { current: walletCode, load: async () => walletCode }

function setUp(code: WalletCodeSource = loaded) {
  const clock = fakeClock()
  const asked: BalanceRequest[] = []
  let answer: () => Promise<bigint> = async () => 1n
  const native = async (request: BalanceRequest) => {
    asked.push(request)
    return { value: await answer(), decimals: 18, symbol: 'COIN' }
  }
  const namespaces = [
    fakeNamespace('eip155', ['1'], { capabilities: [capability(Balance, { native })] }),
    fakeNamespace('bip122'),
  ]
  const errors: unknown[] = []
  const log = {
    error: (_: string, detail?: unknown) => void errors.push(detail),
    warn() {},
    info() {},
    debug() {},
  }
  const service = createNativeBalances({ clock, log, code, namespaces: () => namespaces })
  return {
    errors,
    clock,
    asked,
    service,
    answerWith: (next: () => Promise<bigint>) => {
      answer = next
    },
    entry: () => service.get('eip155:1', '0xa'),
    refresh: (options?: { force?: boolean }) => service.refresh('eip155:1', '0xa', options),
  }
}

const coin = (value: bigint) => ({ value, decimals: 18, symbol: 'COIN' })

describe('createNativeBalances', () => {
  it.each([
    ['a number', 12.5],
    ['a text', '12'],
    ['a negative amount', -1n],
    ['more than 256 bits', 2n ** 256n],
    ['nothing', undefined],
  ])('refuses %s for an amount, with a code, and says so in the log', async (_, value) => {
    const { refresh, entry, errors, answerWith } = setUp()
    answerWith(async () => value as bigint)
    await refresh()
    expect(entry()).toMatchObject({
      status: 'error',
      error: { code: 'BALANCE_UNAVAILABLE', cause: { code: 'AMOUNT_INVALID' } },
    })
    expect(errors).toEqual([expect.objectContaining({ code: 'AMOUNT_INVALID' })])
  })

  it('reads once for everybody who asks at the same time', async () => {
    const { asked, service, refresh, entry } = setUp()
    expect(entry()).toBeUndefined()
    const reads = [refresh(), refresh(), refresh()]
    expect(entry()).toEqual({ status: 'loading' })
    await Promise.all(reads)
    expect(asked).toEqual([{ networkId: 'eip155:1', address: '0xa' }])
    expect(entry()).toEqual({ status: 'success', amount: coin(1n) })
    await service.refresh('eip155:1', '0xb')
    expect(asked).toHaveLength(2)
  })

  it('does not take an answer that is under way for one it was forced to ask for', async () => {
    const { asked, refresh, answerWith, entry } = setUp()
    let answer = (_: bigint) => {}
    answerWith(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const early = refresh()
    // The chain has decided a transaction since the first request left.
    const forced = [refresh({ force: true }), refresh({ force: true })]
    answerWith(async () => 2n)
    answer(1n)
    await Promise.all([early, ...forced])
    expect(entry()).toEqual({ status: 'success', amount: coin(2n) })
    expect(asked).toHaveLength(2)
  })

  it('reads again after 30 s, or when it is forced to', async () => {
    const { clock, asked, refresh, answerWith, entry } = setUp()
    await refresh()
    clock.advance(29_999)
    await refresh()
    expect(asked).toHaveLength(1)
    answerWith(async () => 2n)
    await refresh({ force: true })
    expect(entry()).toMatchObject({ amount: coin(2n) })
    clock.advance(30_000)
    await refresh()
    expect(asked).toHaveLength(3)
  })

  it('blocks retries for 30 s after a failure and keeps the last amount', async () => {
    const { clock, asked, refresh, answerWith, entry } = setUp()
    await refresh()
    clock.advance(30_000)
    answerWith(() => Promise.reject(new Error('offline')))
    const read = refresh()
    expect(entry()).toEqual({ status: 'loading', amount: coin(1n) })
    await read
    expect(entry()).toMatchObject({
      status: 'error',
      amount: coin(1n),
      error: {
        code: 'BALANCE_UNAVAILABLE',
        shortMessage: 'Token Balance Unavailable',
        cause: new Error('offline'),
      },
    })
    clock.advance(29_999)
    await refresh()
    expect(asked).toHaveLength(2)
    answerWith(async () => 3n)
    clock.advance(1)
    await refresh()
    expect(entry()).toEqual({ status: 'success', amount: coin(3n) })
  })

  it('says nothing of a namespace that cannot read balances', async () => {
    const { service } = setUp()
    await service.refresh('bip122:1', 'x')
    await service.refresh('unknown:1', 'x')
    expect(service.state.entries).toEqual({})
  })

  it('loads what reads balances when the first is asked for, and reads once for everybody who waits', async () => {
    const { asked, refresh, entry } = setUp({ current: undefined, load: async () => walletCode })
    await Promise.all([refresh(), refresh()])
    expect(entry()).toEqual({ status: 'success', amount: coin(1n) })
    expect(asked).toHaveLength(1)
  })

  it('tells that what reads balances could not be loaded, and tries again', async () => {
    let isOffline = true
    const offline = new Error('offline')
    const load = async () => (isOffline ? Promise.reject(offline) : walletCode)
    const { refresh, entry } = setUp({ current: undefined, load })
    await refresh()
    expect(entry()).toMatchObject({ status: 'error', error: { code: 'BALANCE_UNAVAILABLE', cause: offline } })
    isOffline = false
    await refresh()
    expect(entry()).toEqual({ status: 'success', amount: coin(1n) })
  })
})
