import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { askAll } from './askAll.js'
import type { Fact } from './fact.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A page that answers by its path, and notes how many questions it has at once. */
async function startHost() {
  const seen = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    seen.now += 1
    seen.most = Math.max(seen.most, seen.now)
    setImmediate(() => {
      seen.now -= 1
      response.writeHead(Number(request.url?.slice(1))).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const page = (id: string, url: string): Fact => ({
  ...{ id, urls: [url], question: { kind: 'page' }, source: 'a list', read: '2026-11-29' },
  isDefault: false,
})

it('asks every fact, each host one question after the other, whatever one of them answers', async () => {
  const [first, second] = [await startHost(), await startHost()]
  const facts = [
    page('gone', `${first.url}/404`),
    page('there', `${first.url}/200`),
    page('also there', `${first.url}/201`),
    page('elsewhere', `${second.url}/200`),
    page('nowhere', 'http://127.0.0.1:1/200'),
  ]
  const options = { origin: 'https://app.example.com', patience: 10_000, pause: 0, atOnce: 3 }
  const outcomes = await askAll(facts, options)
  const problems = facts.map(({ id }) => outcomes.get(id)?.problem?.replace(/:.*/, ''))
  expect(problems).toEqual(['answers 404', undefined, undefined, undefined, 'not reached'])
  expect([first.seen.most, second.seen.most]).toEqual([1, 1])
})
