import { expect, it } from 'vitest'
import { isKernelError } from '../errors/base.js'
import { lazy } from './lazy.js'

it('loads once for everybody, on first use', async () => {
  let count = 0
  const load = lazy('The module', async () => ({ count: ++count }))
  expect(count).toBe(0)
  const [first, second] = await Promise.all([load(), load()])
  expect(first).toBe(second)
  expect(count).toBe(1)
})

it('forgets a failure, so that the next call tries again', async () => {
  let count = 0
  const load = lazy('The module', async () => {
    count += 1
    if (count === 1) throw new Error('offline')
    return 'loaded'
  })
  const failure = await load().catch((error: unknown) => error)
  expect(isKernelError(failure, 'LOAD_FAILED')).toBe(true)
  expect(failure).toMatchObject({
    shortMessage: 'The module could not be loaded. Check the connection and try again.',
    cause: new Error('offline'),
  })
  expect(await load()).toBe('loaded')
})

it('treats a load that throws at once as a failure', async () => {
  const load = lazy('The module', () => {
    throw new Error('at once')
  })
  await expect(load()).rejects.toMatchObject({ code: 'LOAD_FAILED' })
})
