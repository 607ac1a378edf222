import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatAfter } from './repeatAfter.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs once more only after it has ended, also with an error, and never after it was stopped', async () => {
  const ends: (() => void)[] = []
  const stop = repeatAfter(
    () =>
      new Promise((resolve, reject) => {
        ends.push(ends.length === 0 ? () => reject(new Error('No answer.')) : () => resolve(undefined))
      }),
    10_000,
  )
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ends).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toHaveLength(2)
  stop()
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ends).toHaveLength(2)
})
