import { expect, it, vi } from 'vitest'
import { BaseError } from '../errors/base.js'
import { untilAborted } from './untilAborted.js'

const own = new BaseError('Called off.', { code: 'CALLED_OFF' })

it.each([
  ['REQUEST_ABORTED', 'anything else'],
  ['CALLED_OFF', own],
])('begins nothing that was called off before, and says %s', async (code, reason) => {
  const begin = vi.fn(async () => 'begun')
  await expect(untilAborted(AbortSignal.abort(reason), begin)).rejects.toMatchObject({ code })
  expect(begin).not.toHaveBeenCalled()
})

it.each([
  ['REQUEST_ABORTED', 'anything else'],
  ['CALLED_OFF', own],
])('does not wait for what is called off meanwhile, and says %s', async (code, reason) => {
  const controller = new AbortController()
  const waiting = untilAborted(controller.signal, () => new Promise<never>(() => {}))
  controller.abort(reason)
  await expect(waiting).rejects.toMatchObject({ code })
})

it('gives the answer, or the error, with a signal and without one', async () => {
  for (const signal of [new AbortController().signal, undefined]) {
    await expect(untilAborted(signal, async () => 'answer')).resolves.toBe('answer')
    await expect(untilAborted(signal, Promise.resolve('answer'))).resolves.toBe('answer')
    await expect(untilAborted(signal, async () => Promise.reject('error'))).rejects.toBe('error')
  }
})

it('hands over an answer that comes too late, and drops a failure', async () => {
  const late = vi.fn()
  let resolve = (_: string) => {}
  const promise = new Promise<string>((given) => {
    resolve = given
  })
  await expect(untilAborted(AbortSignal.abort(), promise, late)).rejects.toThrow()
  await expect(untilAborted(AbortSignal.abort(), Promise.reject('error'), late)).rejects.toThrow()
  expect(late).not.toHaveBeenCalled()
  resolve('answer')
  await promise
  expect(late.mock.calls).toEqual([['answer']])
})

it('leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  await untilAborted(signal, Promise.resolve())
  await vi.waitFor(() => expect(removed).toHaveBeenCalledOnce())
})

it.each(Array.from({ length: 10 }, (_, turn) => turn))(
  'gives an answer once, to the caller or as a late one, when it is called off %i turns after it came',
  async (turn) => {
    const controller = new AbortController()
    const given: string[] = []
    let resolve = (_: string) => {}
    const promise = new Promise<string>((settle) => {
      resolve = settle
    })
    const waiting = untilAborted(controller.signal, promise, () => given.push('late')).then(
      () => given.push('in time'),
      () => {},
    )
    resolve('answer')
    for (let passed = 0; passed < turn; passed += 1) await Promise.resolve()
    controller.abort()
    await waiting
    await new Promise((done) => setTimeout(done))
    expect(given).toHaveLength(1)
  },
)
