// Each source over what its service itself answered or documents: test/recordedAnswers.ts says where and when.
import { HttpStatusError, type HttpRequest, type HttpService } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import { describe, expect, it } from 'vitest'
import {
  blockscoutInternal,
  blockscoutTokenTransfers,
  blockscoutTransactions,
  etherscanRefusals,
  etherscanTokens,
  etherscanTransactions,
  subscanExtrinsics,
  subscanTransfers,
} from '../../test/recordedAnswers.js'
import { blockscout } from './blockscout.js'
import { etherscan } from './etherscan.js'
import type { HistoryListRequest, HistorySource, HistoryTools } from './HistorySource.js'
import { createPacedRequest } from './lazy/createPacedRequest.js'
import { subscan } from './subscan.js'

const ethereum = 'eip155:1'
const crab = 'polkadot:86e49c195aeae7c5c4a86ced251f1a28'
const coins = {
  [ethereum]: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  [crab]: { name: 'Crab', symbol: 'CRAB', decimals: 9 },
}

interface Question extends Omit<HistoryListRequest, 'networkId'> {
  readonly networkId?: keyof typeof coins
}

/** Asks a list of a source whose service gives this answer. */
async function ask(source: HistorySource, list: string, question: Question, answer: unknown) {
  const { networkId = ethereum } = question
  const asked: HttpRequest<unknown>[] = []
  const http: HttpService = {
    async request<T>(request: HttpRequest<T>): Promise<T> {
      asked.push(request as HttpRequest<unknown>)
      if (answer instanceof Error) throw answer
      const read = await request.schema['~standard'].validate(structuredClone(answer))
      if (read.issues) throw new Error(read.issues[0]?.message)
      return read.value
    },
  }
  const clock = { ...fakeClock(0), setTimeout: (run: () => void) => setTimeout(run, 0) }
  const tools: HistoryTools = {
    http,
    clock: { ...clock, now: () => Date.now() },
    signal: new AbortController().signal,
    network: () => ({ id: networkId, nativeCurrency: coins[networkId] }) as never,
    isAddress: () => true,
    isSameAddress: (_, left, right) => left.toLowerCase() === right.toLowerCase(),
  }
  const lists = await source.open(tools)
  const page = lists.find(({ id }) => id === list)?.read({ ...question, networkId })
  return { page, asked }
}

const instance = blockscout({ urls: { [ethereum]: 'https://eth.blockscout.com' } })
const keyed = etherscan({ key: 'THE-KEY' })
const crabs = subscan({ urls: { [crab]: 'https://crab.api.subscan.io' } })

describe('Blockscout', () => {
  it('reads a recorded page of transactions, and asks for the next as it was told', async () => {
    const { address, answer } = blockscoutTransactions
    const { page, asked } = await ask(instance, 'transactions', { address }, answer)
    const { entries, next, leftOut } = (await page)!
    expect(leftOut).toBeUndefined()
    expect(entries).toEqual([
      {
        id: '0x7e28eb7d25260d3666b3fd1f399cbbe593c843dbc44807ccbd28faefab778a11',
        block: 25549608,
        index: 145,
        minedAt: Date.UTC(2026, 7, 14, 9, 45, 59),
        facts: {
          status: 'confirmed',
          called: 'send',
          from: '0x53B211221ed8a0835e1ebF629A478367F451a378',
          to: address,
        },
        transfers: [
          {
            direction: 'in',
            amount: { value: 100_000_000_000n, decimals: 18, symbol: 'ETH' },
            name: 'Ether',
            from: '0x53B211221ed8a0835e1ebF629A478367F451a378',
            to: address,
          },
        ],
      },
    ])
    expect(asked[0]?.url).toBe(`https://eth.blockscout.com/api/v2/addresses/${address}/transactions`)
    const further = await ask(instance, 'transactions', { address, cursor: next! }, answer)
    await further.page
    expect(further.asked[0]?.query).toEqual({ ...answer.next_page_params, apikey: undefined })
  })

  it('reads the documented token transfer, and coins that a contract paid out', async () => {
    const tokens = await ask(
      instance,
      'token-transfers',
      blockscoutTokenTransfers,
      blockscoutTokenTransfers.answer,
    )
    expect((await tokens.page)?.entries).toMatchObject([
      {
        key: '243',
        transfers: [
          {
            direction: 'in',
            asset: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
            name: 'Tether USD',
            amount: { value: 830_000_000n, decimals: 6, symbol: 'USDT' },
          },
        ],
      },
    ])
    const internal = await ask(
      instance,
      'internal-transactions',
      blockscoutInternal,
      blockscoutInternal.answer,
    )
    expect((await internal.page)?.entries).toMatchObject([
      { block: 8844586, transfers: [{ direction: 'in', amount: { value: 30_000_000_000_000_000n } }] },
    ])
  })

  it('asks its own service with a key, which stands in no error', async () => {
    const error = new HttpStatusError(401, 'https://api.blockscout.com/1', '{"error":"THE-KEY is unknown"}')
    const { page, asked } = await ask(
      blockscout({ key: 'THE-KEY' }),
      'transactions',
      { address: '0x1' },
      error,
    )
    await expect(page).rejects.toMatchObject({ code: 'HISTORY_KEY_REFUSED' })
    const told = await page?.catch((problem: Error) => `${problem.message} ${JSON.stringify(problem)}`)
    expect(told).not.toContain('THE-KEY')
    expect(asked[0]?.url).toMatch(/^https:\/\/api\.blockscout\.com\/1\/api\/v2\/addresses\//)
    expect(asked[0]?.query).toEqual({ apikey: 'THE-KEY' })
  })

  it('takes an address that an instance has never seen for one without transactions', async () => {
    const unseen = new HttpStatusError(404, 'https://eth.blockscout.com', '{"message":"Not found"}')
    const { page } = await ask(instance, 'transactions', { address: '0x1' }, unseen)
    expect(await page).toEqual({ entries: [] })
    const unserved = new HttpStatusError(404, '…', '{"error":"Network not supported","source":"internal"}')
    const other = await ask(instance, 'transactions', { address: '0x1' }, unserved)
    await expect(other.page).rejects.toMatchObject({ code: 'HISTORY_SOURCE_FAILED' })
  })

  it.each(['<html>Not found</html>', '{}', '', '{"message":"No route"}'])(
    'takes a 404 that says %s for a failure',
    async (body) => {
      const error = new HttpStatusError(404, 'https://eth.blockscout.com', body)
      const { page } = await ask(instance, 'transactions', { address: '0x1' }, error)
      await expect(page).rejects.toMatchObject({ code: 'HISTORY_SOURCE_FAILED' })
    },
  )

  it('sends its key to its own service alone', async () => {
    const urls = { [ethereum]: 'https://eth.blockscout.com' }
    const { page, asked } = await ask(
      blockscout({ urls, key: 'THE-KEY' }),
      'transactions',
      { address: '0x1' },
      { items: [] },
    )
    await page
    expect(asked[0]?.query).toEqual({})
  })

  it('counts the creation of a contract as the transaction it is, and says where a page without anything ends', async () => {
    const { address, answer } = blockscoutInternal
    const [row] = answer.items
    const made = { ...row, type: 'create', index: 0, timestamp: '2026-08-14T09:45:59.000000Z' }
    const { page } = await ask(instance, 'internal-transactions', { address }, { items: [made] })
    expect(await page).toEqual({ entries: [], since: Date.UTC(2026, 7, 14, 9, 45, 59) })
  })
})

describe('options', () => {
  const refused = expect.objectContaining({ code: 'WALLET_DATA_OPTIONS_INVALID' })
  it.each(['http://explorer.example', 'ftp://explorer.example', 'https://', 'nonsense'])(
    'refuse to ask at %s',
    (url) => {
      expect(() => blockscout({ urls: { [ethereum]: url } })).toThrow(refused)
      expect(() => etherscan({ url })).toThrow(refused)
      expect(() => subscan({ urls: { [crab]: url } })).toThrow(refused)
    },
  )

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuse %s requests per second',
    (requestsPerSecond) => {
      expect(() => blockscout({ key: 'k', requestsPerSecond })).toThrow(refused)
      expect(() => etherscan({ key: 'k', requestsPerSecond })).toThrow(refused)
    },
  )

  it('take empty "urls" for none, and http on this machine', () => {
    expect(() => blockscout({ urls: {} })).toThrow(refused)
    expect(blockscout({ urls: {}, key: 'k' }).supports(ethereum)).toBe(true)
    expect(() => etherscan({ url: 'http://127.0.0.1:9/api' })).not.toThrow()
  })
})

it('keeps the pace of a service, tries after a failure included', async () => {
  const clock = fakeClock(0)
  const times: number[] = []
  const http = {
    request: async () => {
      times.push(clock.now())
      throw new HttpStatusError(503, '…', '')
    },
  } as HttpService
  const request = createPacedRequest({ http, clock, signal: new AbortController().signal }, 0.5)
  const asked = request({ url: 'https://x.example', what: 'X', schema: {} as never })
  asked.catch(() => {})
  for (let second = 0; second < 10; second += 1) {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    clock.advance(1_000)
  }
  await expect(asked).rejects.toMatchObject({ status: 503 })
  expect(times).toEqual([0, 2_000, 4_000])
})

describe('Etherscan', () => {
  it('reads a recorded transaction, with its fee', async () => {
    const { address, answer } = etherscanTransactions
    const { page, asked } = await ask(keyed, 'txlist', { address }, answer)
    expect((await page)?.entries).toMatchObject([
      {
        block: 18185184,
        index: 45,
        minedAt: 1_695_310_607_000,
        facts: { status: 'confirmed', called: 'execute', fee: { value: 44_879n * 15_945_612_744n } },
        transfers: [{ direction: 'out', amount: { value: 23_283_064_365n } }],
      },
    ])
    expect(asked[0]).toMatchObject({
      url: 'https://api.etherscan.io/v2/api',
      query: { chainid: '1', module: 'account', action: 'txlist', address, sort: 'desc', page: 1 },
    })
  })

  it('reads a recorded token transfer', async () => {
    const { page } = await ask(keyed, 'tokentx', etherscanTokens, etherscanTokens.answer)
    expect((await page)?.entries).toMatchObject([
      { transfers: [{ direction: 'in', amount: { value: 67_844_355n, decimals: 6, symbol: 'USDC' } }] },
    ])
  })

  it.each(etherscanRefusals)('says %s for %s: %s', async (code, message, result) => {
    const { page } = await ask(keyed, 'txlist', { address: '0x1' }, { status: '0', message, result })
    const problem = await page?.catch((error: Error) => error)
    expect(problem).toMatchObject({ code })
    expect(`${(problem as Error).message} ${JSON.stringify(problem)}`).not.toContain('THE-KEY')
  })

  it('counts what it doesn’t page to in a block of more than 1,000 rows', async () => {
    const { address, answer } = etherscanTransactions
    const [row] = answer.result
    const full = { ...answer, result: Array.from({ length: 100 }, () => row) }
    const { page } = await ask(keyed, 'txlist', { address, cursor: `${row!.blockNumber}.10` }, full)
    expect(await page).toMatchObject({ leftOut: 1 })
  })

  it('takes the documented answer of an account without transactions for none', async () => {
    const answer = { status: '0', message: 'No transactions found', result: [] }
    const { page } = await ask(keyed, 'txlist', { address: '0x1' }, answer)
    expect(await page).toEqual({ entries: [] })
  })
})

describe('Subscan', () => {
  it('reads a recorded transfer of an asset, and counts none of an extrinsic that failed', async () => {
    const { address, answer } = subscanTransfers
    const { page, asked } = await ask(crabs, 'transfers', { address, networkId: crab }, answer)
    expect(await page).toMatchObject({
      entries: [
        {
          id: '0xbbb0553d59a55266a2cd062a9d9861df46cff32d199237d1cc1c324846740351',
          key: '4',
          index: 2,
          transfers: [
            {
              direction: 'in',
              amount: { value: 11_000_000n, decimals: 6, symbol: 'USDR' },
              asset: 'standard_assets/1984',
            },
          ],
        },
      ],
    })
    expect(asked[0]).toMatchObject({
      url: 'https://crab.api.subscan.io/api/v2/scan/transfers',
      body: { address, page: 0, order: 'desc', direction: 'all' },
    })
    const failed = { address: answer.data.transfers[1]!.from, networkId: crab } as const
    expect((await (await ask(crabs, 'transfers', failed, answer)).page)?.entries).toEqual([])
  })

  it('reads the documented extrinsic', async () => {
    const { address, answer } = subscanExtrinsics
    const { page } = await ask(crabs, 'extrinsics', { address, networkId: crab }, answer)
    expect((await page)?.entries).toEqual([
      {
        id: '0x368f61800f8645f67d59baf0602b236ff47952097dcaef3aa026b50ddc8dcea0',
        block: 3340350,
        index: 1,
        minedAt: 1_594_791_900_000,
        facts: { status: 'confirmed', called: 'send', from: address },
        transfers: [],
      },
    ])
  })

  it('counts what is left when a full page doesn’t say where to go on', async () => {
    const items = Array.from({ length: 50 }, () => ({ block_timestamp: 1_700_000_000 }))
    const answer = { code: 0, data: { extrinsics: items } }
    const { page } = await ask(crabs, 'extrinsics', { networkId: crab, address: '5x' }, answer)
    expect(await page).toEqual({ entries: [], leftOut: 51, since: 1_700_000_000_000 })
  })

  it('takes the documented answer to too many requests for that', async () => {
    const error = new HttpStatusError(
      429,
      'https://crab.api.subscan.io',
      '{"message":"API rate limit exceeded"}',
    )
    const { page } = await ask(crabs, 'transfers', { address: 'any', networkId: crab }, error)
    await expect(page).rejects.toMatchObject({ code: 'HISTORY_SOURCE_BUSY' })
  })
})
