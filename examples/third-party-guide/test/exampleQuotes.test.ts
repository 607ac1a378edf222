import { createKernel } from '@latchkey/kernel'
import { Prices } from '@latchkey/kernel/contracts'
import { fakeStorage } from '@latchkey/kernel/testing'
import { prices } from '@latchkey/plugin-prices'
import { afterEach, expect, test } from 'vitest'
import { exampleQuotes } from '../guide/sources/exampleQuotes.js'
import { type Answer, startServer } from './startServer.js'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts the service of the guide, and asks it through the prices plugin. */
async function setUp(answer: (url: URL) => Answer) {
  const server = await startServer(answer)
  const options = { logLevel: 'silent', onPluginError: 'throw', storage: fakeStorage() } as const
  const kernel = createKernel([prices([exampleQuotes(server.url)])], options)
  stops.push(() => kernel.dispose(), server.stop)
  const read = (address?: string, networkId: `${string}:${string}` = 'example:mainnet') =>
    kernel.get(Prices).read({ networkId, ...(address === undefined ? {} : { address }) })
  return { read, asked: server.asked }
}

test('gives each token its own price, and none to one that the service doesn’t know', async () => {
  const { read, asked } = await setUp(() => ({ json: { second: '2.5', first: '1.25' } }))
  await expect(Promise.all([read('first'), read('unknown'), read('second')])).resolves.toEqual([
    '1.25',
    undefined,
    '2.5',
  ])
  // All questions of a moment are one request, with the tokens and nothing else.
  expect(asked.map((url) => [url.pathname, [...url.searchParams]])).toEqual([
    ['/prices', [['tokens', 'first,unknown,second']]],
  ])
})

test('asks nobody about coins and other networks', async () => {
  const { read, asked } = await setUp(() => ({ json: { first: '1' } }))
  await expect(Promise.all([read(), read('first', 'other:mainnet')])).resolves.toEqual([undefined, undefined])
  expect(asked).toEqual([])
})

test('takes an answer of another form for a failure, and for no price', async () => {
  const { read, asked } = await setUp(() => ({ json: { first: 1 } }))
  await expect(read('first')).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  expect(asked.length).toBe(1)
})

test('takes a price of zero for none', async () => {
  const { read } = await setUp(() => ({ json: { first: '0' } }))
  await expect(read('first')).resolves.toBeUndefined()
})
