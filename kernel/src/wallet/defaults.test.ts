// What the specification says of a kernel that was told nothing, sections 4, 7 and 9.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createKernel } from '../createKernel.js'
import { createHttpClient } from '../platform/httpClient.js'
import { Log } from '../platform/log.js'
import { guard } from '../platform/storage.js'

afterEach(() => vi.restoreAllMocks())

it('logs errors and nothing less', async () => {
  const written: string[] = []
  for (const level of ['error', 'warn', 'info', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation(() => void written.push(level))
  }
  const kernel = createKernel([])
  const log = kernel.get(Log)
  log.debug('x')
  log.info('x')
  log.warn('x')
  log.error('x')
  expect(written).toEqual(['error'])
  await kernel.dispose()
})

it('gives a request 10 s', async () => {
  const server = createServer((_, response) => response.end('1'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const { request } = createHttpClient({ signal: new AbortController().signal })
  const { port } = server.address() as AddressInfo
  const schema = guard((value): value is number => typeof value === 'number')
  expect(await request({ url: `http://127.0.0.1:${port}/`, what: 'It', schema })).toBe(1)
  // Once for the whole answer, headers and body together.
  expect(timers.mock.calls.filter(([, delay]) => delay === 10_000)).toHaveLength(1)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
