import { describe, expect, it, vi } from 'vitest'
import type { CallsStep, SubmittedCalls } from '../contracts/capabilities/calls.js'
import type { SubmittedTransaction } from '../contracts/capabilities/send.js'
import { BaseError } from '../errors/base.js'
import { UserRejectedError } from '../errors/userRejected.js'
import { markNothingSent } from '../errors/nothingSent.js'
import { submitOnce } from './submitOnce.js'
import { submitSteps } from './submitSteps.js'
import { toSubmittedCalls } from './toSubmittedCalls.js'

describe('submitOnce', () => {
  it('asks once, however often it is pressed, and tells when money may have left', async () => {
    let release!: () => void
    const ask = vi.fn(async (handingOver: () => void) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      handingOver()
      return 'sent'
    })
    const { submit, isHandedOver } = submitOnce(ask)
    const first = submit()
    expect(submit()).toBe(first)
    expect(isHandedOver()).toBe(false)
    release()
    expect(await first).toBe('sent')
    expect(isHandedOver()).toBe(true)
    expect(submit()).toBe(first)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('may be tried again after a failure, and what was handed over stays so', async () => {
    const ask = vi
      .fn<(handingOver: () => void) => Promise<string>>()
      .mockImplementationOnce(async (handingOver) => {
        handingOver()
        throw new Error('lost')
      })
      .mockResolvedValueOnce('sent')
    const { submit, isHandedOver } = submitOnce(ask)
    await expect(submit()).rejects.toThrow('lost')
    expect(isHandedOver()).toBe(true)
    expect(await submit()).toBe('sent')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('takes it back when the wallet certainly signed nothing, but not what an earlier try may have sent', async () => {
    const unsigned = (words: string) => markNothingSent(new BaseError(words, { code: 'NO_BUNDLER' }))
    const claims = Object.assign(new Error('a wallet’s own words'), { isNothingSent: true })
    for (const [failures, expected] of [
      [
        [unsigned('down'), new Error('lost'), unsigned('down again')],
        [false, true, true],
      ],
      [[claims], [true]],
    ] as const) {
      const left: Error[] = [...failures]
      const { submit, isHandedOver } = submitOnce(async (handingOver) => {
        handingOver()
        throw left.shift()
      })
      const told: boolean[] = []
      for (const { message } of failures) {
        await expect(submit()).rejects.toThrow(message)
        told.push(isHandedOver())
      }
      expect(told).toEqual(expected)
    }
  })
})

describe('submitSteps', () => {
  const log = { error: vi.fn(), warn() {}, info() {}, debug() {} }
  const sent = (id: string, status: 'confirmed' | 'failed' = 'confirmed'): SubmittedTransaction => ({
    id,
    wait: async () => ({ status, ...(status === 'failed' ? { reason: 'The chain refused it.' } : {}) }),
  })
  const join = (all: readonly SubmittedTransaction[]): SubmittedCalls => ({
    ...(all.at(-1) as SubmittedTransaction),
    wait: async () => ({ status: 'confirmed', transactions: all.map(({ id }) => id) }),
  })

  it('goes on after a declined step with that step, and tells each opening of the wallet', async () => {
    const second = vi
      .fn<() => Promise<SubmittedTransaction>>()
      .mockRejectedValueOnce(new UserRejectedError())
      .mockResolvedValueOnce(sent('b'))
    const first = vi.fn(async () => sent('a'))
    const { submit } = submitSteps([first, second], join, log)
    const told: CallsStep[] = []
    const onStep = (step: CallsStep) => told.push(step)
    await expect(submit({ onStep })).rejects.toMatchObject({ code: 'CALLS_PARTLY_SENT', transactions: ['a'] })
    const again = submit({ onStep })
    expect(submit()).toBe(again)
    expect(await (await again).wait()).toEqual({ status: 'confirmed', transactions: ['a', 'b'] })
    expect(first).toHaveBeenCalledTimes(1)
    expect(told.map(({ index, status }) => `${index} ${status}`)).toEqual([
      '0 asking',
      '0 sent',
      '0 confirmed',
      '1 asking',
      '0 confirmed',
      '1 asking',
      '1 sent',
    ])
  })

  it('never asks for the next step after one that the chain refused, and does that one again', async () => {
    const first = vi
      .fn<() => Promise<SubmittedTransaction>>()
      .mockResolvedValueOnce(sent('a', 'failed'))
      .mockResolvedValueOnce(sent('b'))
    const second = vi.fn(async () => sent('c'))
    const { submit } = submitSteps([first, second], join, log)
    await expect(submit()).rejects.toMatchObject({
      code: 'CALL_FAILED',
      shortMessage: 'The chain refused it.',
    })
    expect(second).not.toHaveBeenCalled()
    expect(await (await submit()).wait()).toMatchObject({ transactions: ['b', 'c'] })
  })

  it('is not stopped by a listener that throws', async () => {
    const onStep = () => {
      throw new Error('broken')
    }
    const { submit } = submitSteps([async () => sent('a')], join, log)
    expect((await submit({ onStep })).id).toBe('a')
    expect(log.error).toHaveBeenCalledWith('A listener of steps threw.', expect.any(Error))
  })
})

it('names no transaction of calls that the chain never took', async () => {
  const dropped = { status: 'failed', reason: 'Nobody took it.' } as const
  const calls = toSubmittedCalls({ id: 'a', wait: async () => dropped }, (decision) => decision !== dropped)
  expect(await calls.wait()).toEqual({ ...dropped, transactions: [] })
  const failed = toSubmittedCalls({ id: 'a', wait: async () => ({ ...dropped }) }, (d) => d !== dropped)
  expect(await failed.wait()).toEqual({ ...dropped, transactions: ['a'] })
})
