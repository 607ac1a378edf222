import { expect, it, vi } from 'vitest'
import { untilAborted } from './untilAborted.js'

it('begins nothing that was called off before', async () => {
  const run = vi.fn(async () => 'begun')
  await expect(untilAborted(AbortSignal.abort('called off'), run)).rejects.toBe('called off')
  expect(run).not.toHaveBeenCalled()
})

it('does not wait for what is called off meanwhile', async () => {
  const controller = new AbortController()
  const waiting = untilAborted(controller.signal, () => new Promise<never>(() => {}))
  controller.abort('called off')
  await expect(waiting).rejects.toBe('called off')
})

it('gives the answer, or the error', async () => {
  const { signal } = new AbortController()
  await expect(untilAborted(signal, async () => 'answer')).resolves.toBe('answer')
  await expect(untilAborted(signal, async () => Promise.reject('error'))).rejects.toBe('error')
})
