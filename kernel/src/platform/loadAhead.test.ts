import { afterEach, expect, it, vi } from 'vitest'
import { loadAhead } from './loadAhead.js'

afterEach(() => vi.unstubAllGlobals())

it('loads nothing on a server before the first call', async () => {
  const load = vi.fn(async () => 'loaded')
  const get = loadAhead('The module', load)
  expect(load).not.toHaveBeenCalled()
  expect(await get()).toBe('loaded')
})

it('begins at once in a browser, and loads once', async () => {
  vi.stubGlobal('document', {})
  const load = vi.fn(async () => 'loaded')
  const get = loadAhead('The module', load)
  expect(load).toHaveBeenCalledTimes(1)
  expect(await get()).toBe('loaded')
  expect(load).toHaveBeenCalledTimes(1)
})

it('leaves a failure to the first call, and then tries again', async () => {
  vi.stubGlobal('document', {})
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('offline'))
  const get = loadAhead('The module', load)
  await expect(get()).rejects.toMatchObject({ code: 'LOAD_FAILED', cause: new Error('offline') })
  expect(await get()).toBe('loaded')
  expect(load).toHaveBeenCalledTimes(2)
})

it('reports no failure that nobody asks about', async () => {
  vi.stubGlobal('document', {})
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const get = loadAhead('The module', () => {
    throw new Error('offline')
  })
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  // It was forgotten, so this call loads, and fails for itself.
  await expect(get()).rejects.toMatchObject({ code: 'LOAD_FAILED' })
})
