// The swap routes on Solana: what a service of Jupiter's protocol says is passed on as far as the contract has it.
import { createServer, type OutgoingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MarketMaker, type SolanaStack, startMarketMaker, startSolana } from '@latchkey/devstack/solana'
import { VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletData } from './index.js'
import type { SolanaSwapVenue } from './options.js'
import { createReader } from './test/reader.js'

let stack: SolanaStack
let maker: MarketMaker
let fake: Server
interface Said {
  readonly status?: number
  readonly headers?: OutgoingHttpHeaders
  readonly body: string | ((response: ServerResponse) => void)
}
let said: (path: string) => Said
const asked: { readonly path: string; readonly key: string | undefined }[] = []
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  stack = await startSolana()
  maker = await startMarketMaker(stack)
  fake = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fake')
    asked.push({ path: pathname, key: request.headers['x-api-key'] as string | undefined })
    const { status = 200, headers = {}, body } = said(pathname)
    response.writeHead(status, headers)
    if (typeof body === 'string') response.end(body)
    else body(response)
  })
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
}, 120_000)
afterAll(async () => {
  for (const stop of stops) await stop()
  fake?.close()
  await maker?.stop()
  await stack?.stop()
})

async function start(venue?: SolanaSwapVenue) {
  const service = await startWalletData({
    nodes: [{ namespace: 'solana', url: stack.url }],
    ...(venue && { swaps: { [stack.chainId]: venue } }),
    report: () => undefined,
  })
  stops.push(() => service.stop())
  return createReader(service.url)
}

const startMade = () => start({ url: maker.url, tokensUrl: maker.tokensUrl, isMaker: true })
const startFake = (headers = {}) => {
  const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
  return start({ url, tokensUrl: url, headers })
}

const coin = 'So11111111111111111111111111111111111111111'
const at = (address: string) => `${stack.chainId}:${address}`
const trade = () => ({ amount: '2000000000', from: at(coin), to: at(stack.mints.gold.address) })
const order = (more = {}) => ({
  ...{ projectId: 'test', ...trade(), userAddress: at(stack.accounts[0]?.address ?? '') },
  ...{ solana: { slippageBps: 100 }, ...more },
})
const build = '/v1/convert/build-transaction'

describe('swaps by a market maker', () => {
  it('lists the coin and what is traded, and finds one by its address', async () => {
    const read = await startMade()
    const { tokens } = await read.get('/v1/convert/tokens', { chainId: stack.chainId })
    expect(tokens.map(({ symbol, address }: any) => [symbol, address])).toEqual([
      ['SOL', at(coin)],
      ['LUSD', at(stack.mints.usd.address)],
      ['LGLD', at(stack.mints.gold.address)],
    ])
    const one = { chainId: stack.chainId, address: at(stack.mints.gold.address) }
    expect((await read.get('/v1/convert/tokens', one)).tokens).toMatchObject([
      { symbol: 'LGLD', decimals: 9 },
    ])
    const none = { chainId: stack.chainId, address: at(maker.address) }
    expect((await read.get('/v1/convert/tokens', none)).tokens).toEqual([])
  })

  it('quotes, and answers a transaction that the maker has signed for that price', async () => {
    const read = await startMade()
    const { quotes } = await read.get('/v1/convert/quotes', trade())
    const { amount, from, to } = trade()
    expect(quotes).toMatchObject([{ fromAmount: amount, fromAccount: from, toAccount: to }])
    expect(BigInt(quotes[0].toAmount)).toBeGreaterThan(0n)
    expect(Number(quotes[0].priceImpact)).toBeGreaterThan(0)
    const { tx } = await read.post(build, order())
    expect(tx).toMatchObject({ from: order().userAddress, amount })
    const { message, signatures } = VersionedTransaction.deserialize(
      Buffer.from(tx.solana.transaction, 'base64'),
    )
    const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures)
    expect(signers.map(String).sort()).toEqual([stack.accounts[0]?.address, maker.address].sort())
    expect(signatures.filter((one) => one.some((byte) => byte !== 0))).toHaveLength(1)
  })

  it.each([
    ['no slippage', () => ({ solana: undefined })],
    ['slippage in percent', () => ({ solana: undefined, eip155: { slippage: 1 } })],
    ['more slippage than half', () => ({ solana: { slippageBps: 5_001 } })],
    ['nothing', () => ({ amount: '0' })],
    ['a token of another network', () => ({ to: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' })],
    ['the coin for itself', () => ({ to: at(coin) })],
    ['the wrapped coin', () => ({ from: at('So11111111111111111111111111111111111111112') })],
    ['no address', () => ({ userAddress: 'me' })],
    ['a token that isn’t traded', () => ({ to: at(stack.accounts[3]?.address ?? '') })],
  ])('refuses an order of %s', async (_, change) => {
    const read = await startMade()
    const body = JSON.stringify(order(change()))
    const headers = { 'content-type': 'application/json' }
    const { status } = await read.raw(build, { method: 'POST', body, headers })
    expect([400, 422]).toContain(status)
  })

  it('has no price of gas, no allowances, and nothing where no one swaps', async () => {
    const read = await startMade()
    const status = async (of: ReturnType<typeof createReader>, path: string, query: Record<string, string>) =>
      (await of.raw(`/v1/convert/${path}?${new URLSearchParams({ projectId: 'test', ...query })}`)).status
    const account = { tokenAddress: at(stack.mints.usd.address), userAddress: `0x${'1'.repeat(40)}` }
    expect([
      await status(read, 'gas-price', { chainId: stack.chainId }),
      await status(read, 'allowance', account),
      await status(await start(), 'tokens', { chainId: stack.chainId }),
    ]).toEqual([400, 400, 400])
  })
})

describe('swaps by a program', () => {
  const instruction = (programId: string) => ({
    programId,
    accounts: [{ pubkey: maker.address, isSigner: false, isWritable: true }],
    data: 'AQI=',
  })
  const quoted = () => ({ body: JSON.stringify({ outAmount: '5', priceImpactPct: null }) })

  it('answers all instructions in the order in which they run, and keeps the key to itself', async () => {
    const [one, two, three, four] = stack.accounts.map(({ address }) => address)
    const answer = {
      setupInstructions: [instruction(one ?? '')],
      swapInstruction: instruction(two ?? ''),
      otherInstructions: [instruction(three ?? '')],
      cleanupInstruction: instruction(four ?? ''),
    }
    said = (path) => (path.endsWith('/quote') ? quoted() : { body: JSON.stringify(answer) })
    asked.length = 0
    const read = await startFake({ 'x-api-key': 'secret' })
    const { tx } = await read.post(build, order())
    expect(tx.solana.instructions.map(({ programId }: any) => programId)).toEqual([one, two, three, four])
    expect(asked).toEqual([
      { path: '/quote', key: 'secret' },
      { path: '/swap-instructions', key: 'secret' },
    ])
    expect(JSON.stringify(tx)).not.toContain('secret')
  })

  it.each([
    ['a page', { body: '<html>' }],
    ['nothing', { body: '' }],
    ['another form', { body: '{"outAmount":-1}' }],
    ['its own failure', { status: 502, body: '{}' }],
    ['a text without end', { body: `"${'x'.repeat(1_100_000)}"` }],
  ])('is away with 503 when it answers %s', async (_, answer) => {
    said = () => answer
    const read = await startFake()
    const { status } = await read.raw(
      `/v1/convert/quotes?${new URLSearchParams({ projectId: 'test', ...trade() })}`,
    )
    expect(status).toBe(503)
  })

  it('answers an instruction without data', async () => {
    const answer = { swapInstruction: { ...instruction(maker.address), data: '' } }
    said = (path) => (path.endsWith('/quote') ? quoted() : { body: JSON.stringify(answer) })
    const { tx } = await (await startFake()).post(build, order())
    expect(tx.solana.instructions).toMatchObject([{ data: '' }])
  })

  it('stops loading an answer without end', async () => {
    let sent = 0
    const closed = new Promise<void>((resolve) => {
      said = () => ({
        body(response) {
          const chunk = Buffer.alloc(65_536, 'x')
          const write = () => {
            while (sent < 200_000_000 && !response.destroyed) {
              sent += chunk.length
              if (!response.write(chunk)) break
            }
            if (sent >= 200_000_000) resolve()
          }
          response.on('drain', write).on('close', resolve)
          write()
        },
      })
    })
    const query = new URLSearchParams({ projectId: 'test', ...trade() })
    const { status } = await (await startFake()).raw(`/v1/convert/quotes?${query}`)
    await closed
    expect(status).toBe(503)
    // What the sockets hold comes on top.
    expect(sent).toBeLessThan(20_000_000)
  })

  it.each<readonly [number, OutgoingHttpHeaders, number, string | null]>([
    [400, {}, 400, null],
    [404, {}, 400, null],
    [422, {}, 400, null],
    // Nothing is wrong with the question.
    [401, {}, 503, '1'],
    [403, {}, 503, '1'],
    [408, {}, 503, '1'],
    [429, {}, 503, '1'],
    [429, { 'retry-after': '7' }, 503, '7'],
    [429, { 'retry-after': '999999' }, 503, '3600'],
    [429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 503, '1'],
  ])('that says %d %j is answered with %d', async (status, headers, told, wait) => {
    said = () => ({ status, headers, body: '{}' })
    const query = new URLSearchParams({ projectId: 'test', ...trade() })
    const answer = await (await startFake()).raw(`/v1/convert/quotes?${query}`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([told, wait])
    if (told === 400)
      expect(answer.body.reasons[0].description).toBe('The swap service refused this request.')
  })

  it('tells the words of the contract where there is no way', async () => {
    said = () => ({ status: 400, body: '{"errorCode":"NO_ROUTES_FOUND"}' })
    const read = await startFake()
    await expect(read.get('/v1/convert/quotes', trade())).rejects.toThrow(/^400.*insufficient liquidity/)
  })
})

describe('the tokens of a service', () => {
  const gold = () => ({ id: stack.mints.gold.address, symbol: 'LGLD', name: 'Gold', decimals: 9 })
  const listed = async (tokens: readonly unknown[]) => {
    said = () => ({ body: JSON.stringify(tokens) })
    const { tokens: found } = await (await startFake()).get('/v1/convert/tokens', { chainId: stack.chainId })
    return found.map(({ symbol }: { symbol: string }) => symbol)
  }

  it('are read to the end where they have megabytes', async () => {
    const icon = `https://pictures.example/${'x'.repeat(1_900)}`
    const tokens = Array.from({ length: 1_700 }, (_, index) => ({ ...gold(), symbol: `T${index}`, icon }))
    expect(JSON.stringify(tokens).length).toBeGreaterThan(3_000_000)
    expect(await listed(tokens)).toHaveLength(1_701)
  })

  it.each<readonly [string, unknown]>([
    ['null', null],
    ['a text', 'token'],
    ['more decimals than any', { decimals: 78 }],
    ['half a decimal', { decimals: 1.5 }],
    ['no mint', { id: 'gold' }],
    ['an endless symbol', { symbol: 'A'.repeat(201) }],
    ['no symbol', { symbol: undefined }],
  ])('are without one that is %s, and have all others', async (_, wrong) => {
    const odd = typeof wrong === 'object' && wrong !== null ? { ...gold(), ...wrong } : wrong
    expect(await listed([odd, gold()])).toEqual(['SOL', 'LGLD'])
  })
})
