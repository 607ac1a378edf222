// The sources over stand-ins that speak their protocols and read a local node, held against what the node's own history says.
import { randomBytes } from 'node:crypto'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type EvmExplorers, type EvmExplorersOptions, startEvmExplorers } from '@latchkey/devstack/explorers'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Activity, type HistoryPage, type TransactionRecord } from '@latchkey/kernel/contracts'
import { definePlugin, Log } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeHistory, transact } from '../../../eip155/test/makeHistory.js'
import { recordingLog } from '../../test/setUp.js'
import { walletData } from '../walletData.js'
import { blockscout } from './blockscout.js'
import { etherscan } from './etherscan.js'
import type { HistorySource } from './HistorySource.js'

/** Sepolia's, whose fees are gas × price. */
const chainId = 11_155_111
const networkId = `eip155:${chainId}` as const
const key = `key-${randomBytes(8).toString('hex')}`
let stack: EvmStack
let explorers: EvmExplorers
let alice: string
let paidOut: string

beforeAll(async () => {
  stack = await startEvm({ chainId })
  alice = stack.accounts[0]!.address
  paidOut = await makeHistory(stack)
  explorers = await startExplorers()
}, 180_000)
afterEach(() => explorers.setFaults({}))
afterAll(async () => {
  await explorers?.stop()
  await stack?.stop()
})

const startExplorers = (options: EvmExplorersOptions = {}) =>
  startEvmExplorers(stack, { key, pageSize: 25, requestsPerSecond: 1_000, ...options })

const sources: Readonly<Record<string, (made: EvmExplorers) => HistorySource>> = {
  Blockscout: ({ blockscoutUrl }) =>
    blockscout({ urls: { [networkId]: blockscoutUrl }, requestsPerSecond: 1_000 }),
  Etherscan: ({ etherscanUrl }) => etherscan({ key, url: etherscanUrl, requestsPerSecond: 1_000 }),
}

function setUp(histories: readonly HistorySource[], nodeUrl = stack.url) {
  const log = recordingLog()
  const logging = definePlugin({
    id: 'test.log',
    kernel: '^1.0.0',
    provides: [Log],
    setup: (context) => context.provide(Log, () => log),
  })
  const chain = eip155({ networks: [stack.chain], rpcUrls: { [chainId]: nodeUrl } })
  const kernel = createKernel([logging, chain, walletData({ histories })], {
    storage: memoryStorage(),
    onPluginError: 'throw',
  })
  return { activity: kernel.get(Activity), log }
}

async function readAll(histories: readonly HistorySource[], nodeUrl = stack.url) {
  const { activity, log } = setUp(histories, nodeUrl)
  const pages: HistoryPage[] = []
  let cursor: string | undefined
  do {
    const page = await activity.read({
      networkId,
      address: alice,
      ...(cursor === undefined ? {} : { cursor }),
    })
    pages.push(page)
    cursor = page.next
  } while (cursor !== undefined && pages.length < 100)
  const transactions = pages.flatMap((page) => page.transactions)
  const gaps = new Set(pages.flatMap((page) => page.gaps ?? []).map(({ code }) => code))
  return { transactions, gaps: [...gaps], log, pages }
}

/** Explorers don't say who called the token's contract when somebody else did. */
const withoutCaller = ({ from, to, ...record }: TransactionRecord): Partial<TransactionRecord> => {
  const isReceived = record.transfers.every(
    ({ direction, asset }) => direction === 'in' && asset !== undefined,
  )
  return isReceived && record.fee === undefined ? record : ({ ...record, from, to } as TransactionRecord)
}

/** Without the case of addresses and who told it, in the order of their ids. */
const plain = (records: readonly TransactionRecord[]): readonly unknown[] =>
  JSON.parse(
    JSON.stringify(
      [...records].map(withoutCaller).sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1)),
      (name, value: unknown) =>
        name === 'isUnproven'
          ? undefined
          : typeof value === 'bigint'
            ? `${value}n`
            : typeof value === 'string'
              ? value.toLowerCase()
              : value,
    ),
  )

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

describe('histories of EVM networks', () => {
  it.each(Object.keys(sources))(
    '%s alone tells what the node tells, transaction by transaction, and what contracts paid out',
    async (name) => {
      const node = await readAll([])
      const own = await readAll([sources[name]!(explorers)], nowhere)
      const extra = own.transactions.find(({ id }) => id === paidOut)
      expect(extra).toMatchObject({
        operation: 'receive',
        transfers: [{ direction: 'in', amount: { value: 77n, symbol: 'ETH' } }],
      })
      expect(node.transactions.length).toBeGreaterThan(110)
      const rest = own.transactions.filter(({ id }) => id !== paidOut)
      expect(plain(rest)).toEqual(plain(node.transactions.filter(({ id }) => id !== paidOut)))
      expect([...own.gaps].sort()).toEqual(['HISTORY_AMOUNTS_UNCHECKED', 'HISTORY_SOURCES_FAILED'])
    },
    60_000,
  )

  it('merges all of them: each transaction once, newest first, without a hole', async () => {
    const all = await readAll(Object.values(sources).map((make) => make(explorers)))
    const node = await readAll([])
    const ids = all.transactions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...new Set([...node.transactions.map(({ id }) => id), paidOut])].sort()).toEqual([...ids].sort())
    const times = all.transactions.map(({ minedAt = 0 }) => minedAt)
    expect(times).toEqual([...times].sort((one, other) => other - one))
    expect(all.gaps).toEqual([])
    expect(all.pages[0]).toMatchObject({ source: 'explorer' })
    expect(all.pages[0]?.searched).toBeUndefined()
  }, 60_000)

  it('forgets what a reorganization took', async () => {
    const { activity } = setUp(Object.values(sources).map((make) => make(explorers)))
    const newest = async () =>
      (await activity.read({ networkId, address: alice, fresh: true })).transactions.map(({ id }) => id)
    const snapshot = await stack.snapshot()
    const taken = await transact(stack, 0, stack.accounts[2]!.address, '0x', 99n)
    expect(await newest()).toContain(taken)
    await stack.revert(snapshot)
    const kept = await transact(stack, 0, stack.accounts[3]!.address, '0x', 98n)
    const ids = await newest()
    expect(ids).toContain(kept)
    expect(ids).not.toContain(taken)
    expect(new Set(ids).size).toBe(ids.length)
  }, 60_000)

  it('keeps what others found when a source fails, and says which one', async () => {
    explorers.setFaults({ only: '/api/v2/addresses', status: 500 })
    const { transactions, pages, log } = await readAll(Object.values(sources).map((make) => make(explorers)))
    expect(transactions.map(({ id }) => id)).toContain(paidOut)
    expect(pages[0]?.gaps).toContainEqual({
      code: 'HISTORY_SOURCES_FAILED',
      message: 'Couldn’t load the history from Blockscout. Some transactions may be missing.',
      parameters: { sources: 'Blockscout' },
    })
    expect(log.lines.filter((line) => line.includes('Blockscout'))).toHaveLength(1)
  }, 60_000)

  it.each([
    ['a page', '<html>'],
    ['null', 'null'],
    ['another form', '{"items":{},"status":1}'],
    ['a text', '{"status":"0","message":"NOTOK","result":"<script>"}'],
  ])(
    'takes %s for a failure of that source',
    async (_, body) => {
      explorers.setFaults({ body })
      const { activity } = setUp(Object.values(sources).map((make) => make(explorers)))
      const page = await activity.read({ networkId, address: alice })
      expect(page.transactions.length).toBeGreaterThan(0)
      expect(page.gaps?.[0]).toMatchObject({ parameters: { sources: 'Blockscout, Etherscan' } })
    },
    60_000,
  )

  it('leaves out entries that can’t be read one by one, and says how many', async () => {
    const bad = [{ hash: 'x' }, null, { hash: `0x${'1'.repeat(64)}`, value: '-5' }, 7]
    explorers.setFaults({
      only: '/transactions',
      body: JSON.stringify({ items: bad, next_page_params: null }),
    })
    const { activity } = setUp([sources['Blockscout']!(explorers)])
    const page = await activity.read({ networkId, address: alice })
    expect(page.gaps).toContainEqual(
      expect.objectContaining({
        code: 'HISTORY_ENTRIES_LEFT_OUT',
        parameters: { count: 4, sources: 'Blockscout' },
      }),
    )
  }, 60_000)

  it('keeps to the limits of a plan, and never tells the key', async () => {
    const slow = await startExplorers({ requestsPerSecond: 3 })
    const { transactions, gaps } = await readAll([etherscan({ key, url: slow.etherscanUrl })])
    expect(transactions.map(({ id }) => id)).toContain(paidOut)
    expect(gaps).toEqual([])
    const wrong = await readAll([etherscan({ key: `wrong-${key}`, url: slow.etherscanUrl })])
    await slow.stop()
    expect(wrong.gaps).toContain('HISTORY_SOURCES_FAILED')
    const told = [...wrong.log.lines, JSON.stringify(wrong.gaps)].join('\n')
    expect(told).toContain('error: Etherscan doesn’t accept the key of this app.')
    expect(told).not.toContain(key)
  }, 60_000)
})
