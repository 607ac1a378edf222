import { fakeClock } from '@latchkey/kernel/testing'
import { describe, expect, it } from 'vitest'
import { polkadotAssetHub as network } from '../../networks.js'
import { submitExtrinsic } from './submitExtrinsic.js'

type Report = (result: unknown) => void

/** A node that reports what a test says. */
async function submitTo(send?: (report: Report) => Promise<() => void>) {
  const clock = fakeClock()
  const gone = new Set<() => void>()
  let report: Report = () => {}
  const state = { ended: 0, stopped: 0, clock }
  const api = {
    on: (_: string, listener: () => void) => gone.add(listener),
    off: (_: string, listener: () => void) => gone.delete(listener),
  }
  const submitted = await submitExtrinsic({
    network,
    clock,
    lease: {
      api: api as never,
      end: () => {
        state.ended += 1
      },
    },
    signed: {
      hash: { toHex: () => '0xab' },
      send: async (listener: Report) => {
        report = listener
        const stop = () => {
          state.stopped += 1
        }
        return send ? send(listener) : stop
      },
    } as never,
  })
  return {
    ...submitted,
    state,
    report: (result: unknown) => report(result),
    disconnect: () => gone.forEach((listener) => void listener()),
    listeners: gone,
  }
}

const finalized = { status: { isFinalized: true } }
const moduleError = (section: string, name: string) => ({
  isModule: true,
  asModule: {},
  registry: { findMetaError: () => ({ section, name }) },
})

describe('following a transaction', () => {
  it('confirms it when its block is final, and lets the node go', async () => {
    const { id, wait, report, state, listeners } = await submitTo()
    expect(id).toBe('0xab')
    report({ status: { isInBlock: true } })
    expect(state.ended).toBe(0)
    report(finalized)
    expect(await wait()).toEqual({ status: 'confirmed' })
    expect([state.ended, state.stopped, state.clock.pending, listeners.size]).toEqual([1, 1, 0, 0])
  })

  it.each([
    ['balances.KeepAlive', moduleError('balances', 'KeepAlive'), 'It would have closed your account.'],
    [
      'balances.InsufficientBalance',
      moduleError('balances', 'InsufficientBalance'),
      'There was not enough to pay for the amount and the network fee.',
    ],
    ['assets.Frozen', moduleError('assets', 'Frozen'), 'The network reported: assets.Frozen.'],
    [
      'token.BelowMinimum',
      { isToken: true, asToken: { type: 'BelowMinimum' } },
      'The amount is too little to open the receiver’s account.',
    ],
    ['BadOrigin', { type: 'BadOrigin' }, 'The network reported: BadOrigin.'],
  ])('says why it failed in its block, by the runtime’s name %s', async (code, dispatchError, reason) => {
    const { wait, report } = await submitTo()
    report({ ...finalized, dispatchError })
    expect(await wait()).toEqual({ status: 'failed', code, reason })
  })

  it('does not claim to know what nobody knows', async () => {
    const lost = await submitTo()
    lost.disconnect()
    await expect(lost.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    const unread = await submitTo()
    unread.report({ ...finalized, internalError: new Error('no block') })
    await expect(unread.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    const dropped = await submitTo()
    dropped.report({ status: { isDropped: true } })
    await expect(dropped.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    const usurped = await submitTo()
    usurped.report({ status: { isUsurped: true } })
    await expect(usurped.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    const silent = await submitTo()
    const waiting = silent.wait()
    silent.state.clock.advance(10 * 60_000)
    await expect(waiting).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    expect(silent.state.ended).toBe(1)
  })

  it('counts as sent when the node went away without an answer, and not when it refused', async () => {
    const away = await submitTo(() => Promise.reject(new Error('disconnected from wss://x: 1006:: closed')))
    await expect(away.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    const refused = submitTo(() => Promise.reject(new Error('1014: Priority is too low: (1 vs 1)')))
    await expect(refused).rejects.toMatchObject({ code: 'POLKADOT_PRIORITY_TOO_LOW' })
  })
})
