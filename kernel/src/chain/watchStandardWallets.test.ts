import { expect, it, vi } from 'vitest'
import { watchStandardWallets } from './watchStandardWallets.js'

it('finds nothing, and throws nothing, where there is no page', () => {
  expect('window' in globalThis).toBe(false)
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() }
  const changed = vi.fn()
  const stop = watchStandardWallets(log, changed)
  stop()
  expect(changed).not.toHaveBeenCalled()
  expect([log.error, log.warn, log.debug].flatMap((said) => said.mock.calls)).toEqual([])
})
