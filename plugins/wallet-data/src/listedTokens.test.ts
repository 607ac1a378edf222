import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel } from '@latchkey/kernel'
import { definePlugin, Http, type HttpService, type NetworkId } from '@latchkey/kernel/plugin'
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../test/setUp.js'
import { createListedTokens } from './lazy/direct/listedTokens.js'
import type { TokenListSource } from './options.js'

const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
const token = (index: number, over: object = {}) => ({
  ...{ chainId: 1, address: addressOf(index), name: `Token ${index}`, symbol: `T${index}`, decimals: 18 },
  ...over,
})
const list = (tokens: readonly unknown[], over: object = {}) => ({
  ...{ name: 'Test', timestamp: '2026-11-01T00:00:00Z', version: { major: 2, minor: 1, patch: 0 }, tokens },
  ...over,
})

const running: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

async function setUp(sources: readonly TokenListSource[]) {
  let http!: HttpService
  const plugin = definePlugin({
    id: 'test.http',
    kernel: '^1.0.0',
    requires: { http: Http },
    setup(_, deps) {
      http = deps.http
    },
  })
  const kernel = createKernel([plugin], { storage: fakeStorage(), logLevel: 'silent' })
  await kernel.start()
  running.push(() => kernel.dispose())
  const [clock, log] = [fakeClock(), recordingLog()]
  const { read, loaded } = createListedTokens(sources, { http, clock, log })
  const symbols = async (networkId: NetworkId = 'eip155:1') =>
    (await read(networkId)).map(({ symbol }) => symbol)
  return { read, loaded, symbols, clock, log }
}

describe('a list with tokens of Solana', () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const onSolana = (address: string, symbol: string) =>
    token(1, { chainId: 501000101, address, symbol, decimals: 6 })

  it('is read for Solana by its base58 addresses, whose capitals count', async () => {
    const other = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'
    const data = list([token(1), onSolana(mint, 'USDC'), onSolana(mint, 'AGAIN'), onSolana(other, 'USDT')])
    const { symbols, read, log } = await setUp([{ data } as never])
    expect(await symbols(solana)).toEqual(['USDC', 'USDT'])
    expect((await read(solana))[0]).toMatchObject({ address: mint, decimals: 6 })
    expect(await symbols()).toEqual(['T1'])
    expect(log.lines).toEqual([])
  })

  it('tells how many tokens can’t be used', async () => {
    const data = list([
      token(1),
      onSolana(mint, 'USDC'),
      onSolana(mint.toLowerCase(), 'LOWER'),
      onSolana(addressOf(2), 'HEX'),
      token(3, { address: mint }),
      token(4, { decimals: 300 }),
      'nothing',
    ])
    const { symbols, log } = await setUp([{ data } as never])
    expect(await symbols(solana)).toEqual(['USDC'])
    expect(await symbols()).toEqual(['T1'])
    expect(JSON.stringify(log.lines)).toContain('has 5 token(s) that can’t be used')
  })
})

/** A server of lists, whose answer a test may change. */
async function serve(answer: { body: unknown; status?: number }) {
  const state = { ...answer, count: 0 }
  const server = createServer((_, response) => {
    state.count += 1
    response
      .writeHead(state.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(state.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(() => void server.close())
  return { state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json` }
}

it('sorts a list by network, loads it once, and puts the first list first', async () => {
  const { url, state } = await serve({ body: list([token(1), token(2, { chainId: 10 })]) })
  const { symbols } = await setUp([{ url }, { data: list([token(3), token(1, { symbol: 'LATER' })]) }])
  expect(
    await Promise.all([symbols(), symbols('eip155:10'), symbols('eip155:137'), symbols('solana:x')]),
  ).toEqual([['T1', 'T3', 'LATER'], ['T2'], [], []])
  expect(state.count).toBe(1)
})

it('is at most 200 tokens of a network', async () => {
  const { symbols } = await setUp([{ data: list(Array.from({ length: 1_000 }, (_, index) => token(index))) }])
  expect(await symbols()).toHaveLength(200)
})

describe('a token that cannot be used is left out, and spoils none of the others', () => {
  it.each([
    ['null', null],
    ['a text', 'token'],
    ['no address', { address: '0x12' }],
    ['a name for a network', { chainId: 'mainnet' }],
    ['a negative network', { chainId: -1 }],
    ['no decimals', { decimals: 0 }],
    ['more decimals than any', { decimals: 78 }],
    ['a symbol of nothing that can be seen', { symbol: '\u200b\u202e' }],
    ['an endless symbol', { symbol: 'A'.repeat(65) }],
    ['an endless name', { name: 'A'.repeat(257) }],
  ])('%s', async (_, wrong) => {
    const bad = typeof wrong === 'object' && wrong !== null ? token(1, wrong) : wrong
    const { symbols } = await setUp([{ data: list([bad, token(2)]) }])
    expect(await symbols()).toEqual(['T2'])
  })

  it('and what strangers wrote is one line, with a picture only from where pictures may come', async () => {
    const { read } = await setUp([
      {
        data: list([
          token(1, { name: 'Two\nlines\u202e', logoURI: 'javascript:alert(1)' }),
          token(2, { logoURI: 'https://pictures.example/2.png' }),
        ]),
      },
    ])
    const [one, two] = await read('eip155:1')
    expect(one).toEqual({ address: addressOf(1), symbol: 'T1', decimals: 18, name: 'Two lines' })
    expect(two?.icon).toBe('https://pictures.example/2.png')
  })
})

describe('a list that cannot be used is refused as a whole, and named in the log', () => {
  it.each<readonly [string, TokenListSource]>([
    ['no object', { data: [] }],
    ['no version', { data: { name: 'Test', tokens: [token(1)] } }],
    ['half a version', { data: list([token(1)], { version: { major: 1.5, minor: 0, patch: 0 } }) }],
    ['no name', { data: list([token(1)], { name: '' }) }],
    ['no tokens', { data: list([]) }],
    ['too many', { data: list(Array.from({ length: 10_001 }, () => token(1))) }],
    ['an older version', { data: list([token(1)]), atLeast: '2.1.1' }],
    ['an older major', { data: list([token(1)]), atLeast: '3.0.0' }],
    ['no https', { url: 'http://tokens.example/list.json' }],
    ['no address', { url: 'list' }],
  ])('%s', async (_, source) => {
    const { symbols, log, clock } = await setUp([source, { data: list([token(2)]) }])
    expect(await symbols()).toEqual(['T2'])
    // Only what is loaded can be another one later.
    clock.advance(60_000)
    expect(await symbols()).toEqual(['T2'])
    expect(log.lines).toEqual([expect.stringMatching(/^warn: The token list .+ can’t be used\.$/)])
  })

  it('is asked for again after a minute, and not before', async () => {
    const { url, state } = await serve({ body: {}, status: 404 })
    const { symbols, clock } = await setUp([{ url }])
    expect(await symbols()).toEqual([])
    Object.assign(state, { body: list([token(1)]), status: 200 })
    expect(await symbols()).toEqual([])
    expect(state.count).toBe(1)
    clock.advance(60_000)
    expect(await symbols()).toEqual(['T1'])
  })
})

it('takes exactly the versions that are not older', async () => {
  const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3))
  await fc.assert(
    fc.asyncProperty(version, version, async ([major, minor, patch], wanted) => {
      const data = list([token(1)], { version: { major, minor, patch } })
      const atLeast = wanted.join('.') as `${number}.${number}.${number}`
      const { read } = createListedTokens([{ data, atLeast }], {
        http: undefined as never,
        clock: fakeClock(),
        log: recordingLog(),
      })
      const rank = (parts: readonly number[]) => parts.reduce((sum, one) => sum * 10 + one, 0)
      expect((await read('eip155:1')).length).toBe(rank([major, minor, patch]) >= rank(wanted) ? 1 : 0)
    }),
  )
})

it('tells what is loaded by now without waiting for a list that hangs', async () => {
  const { loaded, read } = await setUp([{ data: list([token(1)]) }, { url: await hanging() }])
  expect(loaded('eip155:1')).toEqual([])
  const reading = read('eip155:1')
  await expect.poll(() => loaded('eip155:1').map(({ symbol }) => symbol)).toEqual(['T1'])
  await Promise.race([reading.then(() => expect.unreachable()), Promise.resolve()])
})

/** A server that takes every request and answers none. */
async function hanging(): Promise<string> {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.json`
}
