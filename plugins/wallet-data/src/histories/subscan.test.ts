// The source over a stand-in that speaks Subscan's protocol and reads the local node, held against what the node's own history says.
import { randomBytes } from 'node:crypto'
import { startSubscan, type Subscan } from '@latchkey/devstack/explorers'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Activity, type HistoryPage, type TransactionRecord } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeExtrinsics } from '../../../polkadot/test/makeExtrinsics.js'
import type { HistorySource } from './HistorySource.js'
import { subscan } from './subscan.js'
import { walletData } from '../walletData.js'

const key = `key-${randomBytes(8).toString('hex')}`
/** Nothing listens there. */
const nowhere = 'ws://127.0.0.1:9'
let stack: PolkadotStack
let explorer: Subscan
let networkId: NetworkId
let alice: string

beforeAll(async () => {
  stack = await startPolkadot()
  networkId = stack.chainId as NetworkId
  alice = stack.accounts[0]!.address
  await makeExtrinsics(stack)
  explorer = await startSubscan(stack, { key, requestsPerSecond: 1_000 })
}, 400_000)
afterEach(() => explorer.setFaults({}))
afterAll(async () => {
  await explorer?.stop()
  await stack?.stop()
})

const sourceAt = (url: string, own = key) => subscan({ key: own, urls: { [networkId]: url } })

function setUp(histories: readonly HistorySource[], nodeUrl = stack.url) {
  const network = definePolkadotNetwork({
    genesisHash: stack.genesisHash,
    ss58Prefix: stack.ss58Prefix,
    name: 'Local',
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    rpcUrls: [nodeUrl],
    testnet: true,
  })
  const kernel = createKernel([polkadot({ networks: [network] }), walletData({ histories })], {
    storage: memoryStorage(),
    onPluginError: 'throw',
    logLevel: 'silent',
  })
  return { activity: kernel.get(Activity), kernel }
}

async function readAll(histories: readonly HistorySource[], nodeUrl = stack.url) {
  const { activity, kernel } = setUp(histories, nodeUrl)
  const pages: HistoryPage[] = []
  let cursor: string | undefined
  do {
    const more = cursor === undefined ? {} : { cursor }
    const page = await activity.read({ networkId, address: alice, ...more })
    pages.push(page)
    cursor = page.next
  } while (cursor !== undefined && pages.length < 100)
  await kernel.dispose()
  return {
    transactions: pages.flatMap((page) => page.transactions),
    gaps: [...new Set(pages.flatMap((page) => page.gaps ?? []).map(({ code }) => code))],
  }
}

/** By id, with times in seconds, which is what the explorer tells. */
const plain = (records: readonly TransactionRecord[]): readonly unknown[] =>
  JSON.parse(
    JSON.stringify(
      [...records].sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1)),
      (name, value: unknown) => {
        if (name === 'isUnproven') return undefined
        if (name === 'minedAt') return Math.floor(Number(value) / 1_000)
        return typeof value === 'bigint' ? `${value}n` : value
      },
    ),
  )

describe('the history of a Polkadot network', () => {
  it('is told by Subscan alone as the node tells it, transaction by transaction', async () => {
    const node = await readAll([])
    const own = await readAll([sourceAt(explorer.url)], nowhere)
    expect(node.transactions.length).toBeGreaterThan(55)
    expect(node.transactions.some(({ status }) => status === 'failed')).toBe(true)
    expect(node.transactions.some(({ transfers }) => transfers.length === 60)).toBe(true)
    expect(plain(own.transactions)).toEqual(plain(node.transactions))
    expect(own.gaps).toEqual(['HISTORY_SOURCES_FAILED'])
    // More than a page of both lists was there to read.
    const asked = (text: string) => explorer.requests.filter((request) => request.includes(text))
    expect(asked('/extrinsics').some((request) => request.includes('after_id'))).toBe(true)
    expect(asked('/transfers').some((request) => request.includes('after_id'))).toBe(true)
  }, 120_000)

  it('is merged with the node’s: each transaction once, newest first, without a hole', async () => {
    const node = await readAll([])
    const all = await readAll([sourceAt(explorer.url)])
    const ids = all.transactions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(node.transactions.map(({ id }) => id).sort())
    const times = all.transactions.map(({ minedAt = 0 }) => Math.floor(minedAt / 1_000))
    expect(times).toEqual([...times].sort((one, other) => other - one))
    expect(all.gaps).toEqual([])
  }, 120_000)

  it.each([
    ['fails', { status: 500 }],
    ['answers a page', { body: '<html>' }],
    ['answers another form', { body: '{"code":0,"data":{"extrinsics":{},"transfers":7}}' }],
    ['answers a code', { body: '{"code":10001,"message":"Invalid parameter","data":null}' }],
  ])(
    'is kept from the node when Subscan %s, and the hole is told',
    async (_, faults) => {
      const node = await readAll([])
      explorer.setFaults(faults)
      const all = await readAll([sourceAt(explorer.url)])
      expect(all.transactions.map(({ id }) => id).sort()).toEqual(
        node.transactions.map(({ id }) => id).sort(),
      )
      expect(all.gaps).toContain('HISTORY_SOURCES_FAILED')
    },
    120_000,
  )

  it('waits where the quota is used up, and is then told as the node tells it', async () => {
    const node = await readAll([])
    const before = explorer.requests.length
    explorer.setFaults({ only: '/transfers', status: 429, retryAfter: 1 })
    const reading = readAll([sourceAt(explorer.url)], nowhere)
    const asked = () => explorer.requests.slice(before).filter((request) => request.includes('/transfers'))
    await vi.waitUntil(() => asked().length > 0, { timeout: 60_000 })
    explorer.setFaults({})
    const read = await reading
    expect(asked()[1]).toBe(asked()[0])
    expect(plain(read.transactions)).toEqual(plain(node.transactions))
  }, 120_000)

  it('never tells a key that Subscan refuses', async () => {
    const wrong = await readAll([sourceAt(explorer.url, `wrong-${key}`)])
    expect(wrong.gaps).toContain('HISTORY_SOURCES_FAILED')
    expect(JSON.stringify([wrong.gaps, plain(wrong.transactions)])).not.toContain(key)
  }, 120_000)
})

describe('the stand-in', () => {
  const post = (url: string, path: string, body: object, own = key) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': own },
      body: JSON.stringify(body),
    })

  it('keeps to its quota', async () => {
    const slow = await startSubscan(stack, { key, requestsPerSecond: 1 })
    const question = { address: alice, row: 1 }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(slow.url, '/api/v2/scan/extrinsics', question)),
    )
    await slow.stop()
    const refused = answers.find(({ status }) => status === 429)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.headers.get('ratelimit-limit')).toBe('1')
  }, 120_000)

  it('pages by number as from behind an entry, and lists what failed', async () => {
    const list = async (name: 'extrinsics' | 'transfers', more: object) => {
      const answer = await post(explorer.url, `/api/v2/scan/${name}`, { address: alice, row: 20, ...more })
      const { code, data } = (await answer.json()) as { code: number; data: Record<string, Row[]> }
      expect(code).toBe(0)
      return data[name] ?? []
    }
    const [first, second] = [await list('extrinsics', {}), await list('extrinsics', { page: 1 })]
    expect([first.length, second.length]).toEqual([20, 20])
    expect(await list('extrinsics', { after_id: first.at(-1)?.id })).toEqual(second)
    const all = await list('extrinsics', { row: 100 })
    expect(await list('extrinsics', { row: 100, order: 'asc' })).toEqual([...all].reverse())
    expect(all.filter(({ success }) => !success)).toMatchObject([{ call_module_function: 'force_transfer' }])
    const moved = await list('transfers', {})
    const last = moved.at(-1)
    const behind = await list('transfers', { after_id: [last?.block_num, last?.event_idx] })
    expect(behind).toEqual(await list('transfers', { page: 1 }))
    const received = await list('transfers', { row: 100, direction: 'received' })
    expect(received.map(({ amount_v2 }) => amount_v2)).toContain('123')
    expect(received.every(({ to }) => to === alice)).toBe(true)
  }, 120_000)

  it('refuses what is asked wrongly, as the service does', async () => {
    const path = '/api/v2/scan/extrinsics'
    for (const body of [{}, { address: 'nonsense', row: 1 }, { address: alice, row: 101 }]) {
      const answer = await post(explorer.url, path, body)
      expect(await answer.json()).toMatchObject({ code: 10_001, data: null })
    }
    expect((await post(explorer.url, path, { address: alice, row: 1 }, 'wrong')).status).toBe(401)
    expect((await post(explorer.url, '/api/v2/scan/none', { address: alice, row: 1 })).status).toBe(404)
  }, 120_000)
})

interface Row {
  readonly id?: number
  readonly block_num: number
  readonly event_idx?: number
  readonly success: boolean
  readonly amount_v2?: string
  readonly to?: string
}
