import { expect, it } from 'vitest'
import { fakeClock } from '../testing/index.js'
import { defaultClock, wait } from './clock.js'

it('waits for as long as it is told', async () => {
  const clock = fakeClock()
  const seen: string[] = []
  const waiting = wait(clock, 100).then(() => seen.push('over'))
  clock.advance(99)
  await Promise.resolve()
  expect(seen).toEqual([])
  clock.advance(1)
  await waiting
  expect(seen).toEqual(['over'])
})

it('rejects with the reason of its signal and leaves no timer', async () => {
  const clock = fakeClock()
  const controller = new AbortController()
  const waiting = wait(clock, 100, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(clock.pending).toBe(0)
  await expect(wait(clock, 100, controller.signal)).rejects.toThrow('enough')
  expect(clock.pending).toBe(0)
})

it('takes its default time from the machine', async () => {
  const before = Date.now()
  expect(defaultClock.now()).toBeGreaterThanOrEqual(before)
  await new Promise<void>((resolve) => void defaultClock.setTimeout(resolve, 1))
  const handle = defaultClock.setTimeout(() => expect.unreachable(), 1)
  defaultClock.clearTimeout(handle)
})
