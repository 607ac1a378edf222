// The source over a stand-in that speaks Subscan's protocol and reads the local node, held against what the node's own history says.
import { randomBytes } from 'node:crypto'
import { startSubscan, type Subscan } from '@latchkey/devstack/explorers'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Activity, type HistoryPage, type NetworkId, type TransactionRecord } from '@latchkey/kernel/plugin'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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

  it('waits where the quota is used up, and never tells the key', async () => {
    const slow = await startSubscan(stack, { key, requestsPerSecond: 2 })
    const read = await readAll([sourceAt(slow.url)], nowhere)
    expect(read.transactions.length).toBeGreaterThan(55)
    const wrong = await readAll([sourceAt(slow.url, `wrong-${key}`)])
    await slow.stop()
    expect(wrong.gaps).toContain('HISTORY_SOURCES_FAILED')
    expect(JSON.stringify(wrong.gaps)).not.toContain(key)
  }, 120_000)
})
