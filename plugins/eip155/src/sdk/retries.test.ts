// The retries of the specification, section 9, against servers that fail in each of the ways it names.
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { answerJson, recordingLog, realClock, startServer, type TestServer } from '../../test/support.js'
import { createClients } from '../clients.js'
import { readNetworks } from '../networks.js'

const servers: TestServer[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

/** Which request a timer belongs to: one of an earlier test may still be pausing. */
const asking = new AsyncLocalStorage<object>()

/** Asks a failing server, and notes how long each timer was set for; pauses between attempts pass at once. */
async function ask(handle: Parameters<typeof startServer>[0]) {
  const server = await startServer(handle)
  servers.push(server)
  const chain = {
    id: 5,
    name: 'Chain 5',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: { default: { http: [server.url] } },
  }
  const { signal } = new AbortController()
  const client = await createClients(
    readNetworks([chain]),
    {},
    { log: recordingLog(), clock: realClock, signal },
  ).client('eip155:5')
  const pauses: number[] = []
  const others: number[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    delay?: number,
    ...rest: []
  ) => {
    // Only viem's own pauses are cut short; every other timer keeps its time.
    const isPause = /viem.*wait\.[jt]s/.test(new Error().stack ?? '')
    if (asking.getStore() === server) (isPause ? pauses : others).push(delay ?? 0)
    return setTimeout(callback, isPause ? 0 : delay, ...rest)
  }) as typeof setTimeout)
  const outcome = await asking.run(server, () =>
    client.request({ method: 'eth_gasPrice' } as never).then(
      () => 'success',
      () => 'failure',
    ),
  )
  return {
    attempts: server.bodies.length,
    outcome,
    pauses,
    timeouts: others.filter((delay) => delay === 10_000).length,
  }
}

const threeRetries = { attempts: 4, outcome: 'failure', pauses: [150, 300, 600], timeouts: 4 }

it.each([403, 408, 413, 429, 500, 502, 503, 504])(
  'repeats three times after the status %i, from 150 ms doubling, each within 10 s',
  async (status) => {
    expect(await ask((_, response) => answerJson(response, {}, status))).toEqual(threeRetries)
  },
)

it.each([-1, -32603, -32005])('repeats three times after the RPC code %i', async (code) => {
  const found = await ask((body, response) =>
    answerJson(response, { id: (body as { id: number }).id, error: { code, message: 'x' } }),
  )
  expect(found).toEqual(threeRetries)
})

it.each([400, 401, 404, 422])('does not repeat after the status %i', async (status) => {
  expect(await ask((_, response) => answerJson(response, {}, status))).toMatchObject({ attempts: 1 })
})

it('does not repeat what the chain itself answers', async () => {
  const found = await ask((body, response) =>
    answerJson(response, {
      id: (body as { id: number }).id,
      error: { code: 3, message: 'execution reverted' },
    }),
  )
  expect(found.attempts).toBe(1)
})

it.each([
  ['seconds', '7', 7_000],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString(), 30_000],
  ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['a fraction, which is none', '1.5', 150],
  ['a negative number, which is none', '-1', 150],
  ['a number with its sign, which is none', '+3', 150],
  ['a time without end', '999999999', 30_000],
])('waits as Retry-After says: %s', async (_, value, pause) => {
  let count = 0
  const found = await ask((body, response) => {
    count += 1
    if (count > 1) return answerJson(response, { id: (body as { id: number }).id, result: '0x1' })
    const header = typeof value === 'string' ? value : value()
    response.writeHead(429, { 'retry-after': header, 'content-type': 'application/json' }).end('{}')
  })
  expect(found).toMatchObject({ attempts: 2, outcome: 'success', pauses: pause === undefined ? [] : [pause] })
})
