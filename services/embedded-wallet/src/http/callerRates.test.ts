import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller, startService, type TestService } from '../../test/startService.js'

let running: TestService
beforeAll(async () => {
  running = await startService({
    proxies: 1,
    limits: { requestsPerIp: { count: 3, windowMilliseconds: 3_600_000 } },
  })
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})

test.each([
  ['whose proxy writes the port', (index: number) => `203.0.113.9:${50_000 + index}`],
  ['of IPv6 whose proxy writes the port', (index: number) => `[2001:db8:1:2::9]:${50_000 + index}`],
  ['with the many addresses of one IPv6 connection', (index: number) => `2001:db8:1:3::${index}`],
  [
    'of IPv4 that is written as IPv6 now and then',
    (index: number) => `${index % 2 ? '::ffff:' : ''}203.0.113.10`,
  ],
])('a caller %s is counted as one, and as no other', async (_, addressOf) => {
  const statuses: number[] = []
  for (let index = 0; index < 5; index += 1) {
    const ask = createCaller(running.service.address, { headers: { 'x-forwarded-for': addressOf(index) } })
    statuses.push((await ask('/v1/login/passkey/start')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test.each([
  ['203.0.113.20:443', '203.0.113.21:443'],
  ['[2001:db8:2:1::1]:443', '[2001:db8:2:2::1]:443'],
])('callers %s and %s are two', async (...pair) => {
  for (const address of pair) {
    const ask = createCaller(running.service.address, { headers: { 'x-forwarded-for': address } })
    for (let index = 0; index < 3; index += 1) {
      expect((await ask('/v1/login/passkey/start')).status).toBe(200)
    }
  }
})
