// An address at which no wallet is: the developer reads it once, whatever the person tries.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { BaseError, type Clock } from '@latchkey/kernel/plugin'
import { afterEach, expect, it, vi } from 'vitest'
import { offlineEvm } from '../test/offlineApp.js'
import { EmailAuth, emailAuth } from './index.js'

/** Minutes are short. */
const clock = {
  now: () => Date.now(),
  setTimeout: (run: () => void, delay: number) => setTimeout(run, delay / 100),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
} as unknown as Clock

afterEach(() => vi.restoreAllMocks())

it.each([
  [
    'no service',
    'https://nothing.invalid/frame',
    'IFRAME_LOAD_FAILED',
    'Check that the service can be reached',
  ],
  [
    'the app itself',
    `${location.origin}/frame`,
    'UNVERIFIED_DOMAIN',
    'must have another origin than the app',
  ],
])('names %s at the address of the frame, once', async (_, frameUrl, code, help) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const options = { storage: memoryStorage(), clock } as const
  const kernel = createKernel([offlineEvm(1), emailAuth({ frameUrl })], options)
  await kernel.start()
  const auth = kernel.get(EmailAuth)
  await expect(auth.connectEmail('someone@example.com')).rejects.toBeInstanceOf(BaseError)
  await expect(auth.connectEmail('someone@example.com')).rejects.toBeInstanceOf(BaseError)
  await expect(auth.readRecovery()).rejects.toBeInstanceOf(BaseError)
  await kernel.dispose()
  const told = errors.mock.calls.filter(([line]) => String(line).includes(`at ${frameUrl}.`))
  expect(told).toHaveLength(1)
  expect(String(told[0]?.[0])).toContain(help)
  expect(told[0]?.[1]).toMatchObject({ code })
})
