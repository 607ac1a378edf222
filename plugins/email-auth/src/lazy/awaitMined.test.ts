import { expect, test, vi } from 'vitest'
import { createTestClock } from '../../test/testClock.js'
import { awaitMined } from './awaitMined.js'

function bench(answers: readonly (() => Promise<unknown>)[]) {
  const clock = createTestClock()
  const controller = new AbortController()
  let next = 0
  const readReceipt = vi.fn(() => (answers[next++] ?? (async () => null))())
  const mined = awaitMined({ clock: clock as never, signal: controller.signal, readReceipt })
  return { clock, controller, mined, readReceipt }
}

test('waits until the node has the transaction in a block, whatever it answers before', async () => {
  const { clock, mined, readReceipt } = bench([
    async () => null,
    async () => 'rubbish',
    () => Promise.reject(new Error('The node is away.')),
    async () => ({ blockNumber: '0x1' }),
  ])
  await clock.pass(20_000)
  expect(await mined).toBe(true)
  expect(readReceipt).toHaveBeenCalledTimes(4)
  expect(clock.pending()).toBe(0)
})

test('gives up after ten minutes, and at once when the connection ends', async () => {
  const { clock, mined } = bench([])
  await clock.pass(600_000)
  expect(await mined).toBe(false)
  const ended = bench([])
  await ended.clock.pass(3_000)
  ended.controller.abort()
  expect(await ended.mined).toBe(false)
  expect(ended.clock.pending()).toBe(0)
  expect(ended.readReceipt).toHaveBeenCalledTimes(2)
})
