// How long it is looked for what came of calls, over a node that answers for few blocks at once.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, encodeEventTopics, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf } from '../node.js'
import { readCallsStatus } from '../sendCalls.js'
import { type CallRecords, createCallRecords, type SentCalls } from '../sentCalls.js'
import { contracts, eventAbi } from './contracts.js'
import { otherHashes, soughtOf } from './operationRecords.js'
import type { SmartContext } from './performCalls.js'
import { listStuck, replaceOperation } from './replaceOperation.js'
import type { Operation } from './signOperation.js'
import { submitOperation } from './submitOperation.js'

const sender: Hex = `0x${'1'.repeat(40)}`
const hash: Hex = `0x${'a'.repeat(64)}`
const other: Hex = `0x${'b'.repeat(64)}`
const transactionHash: Hex = `0x${'c'.repeat(64)}`
const day = 24 * 60 * 60_000

interface Event {
  readonly block: number
  readonly userOpHash: Hex
  readonly nonce: bigint
  readonly isReverted?: boolean
}

let server: Server
let url: string
let newest: number
let events: Event[]
/** How many blocks each search asked for. */
let searched: number[]
let records: CallRecords
/** What happens in another tab while the node is asked. */
let meanwhile: () => void

const quantity = (value: number) => `0x${value.toString(16)}`
const logOf = ({ block, userOpHash, nonce, isReverted = false }: Event) => ({
  address: contracts.entryPoint,
  topics: encodeEventTopics({
    abi: eventAbi,
    eventName: 'UserOperationEvent',
    args: { userOpHash, sender, paymaster: `0x${'0'.repeat(40)}` },
  }),
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [nonce, !isReverted, 1n, 21_000n],
  ),
  blockNumber: quantity(block),
  blockHash: `0x${'d'.repeat(64)}`,
  transactionHash,
  transactionIndex: '0x0',
  logIndex: '0x0',
  removed: false,
})

function answer(method: string, params: any): unknown {
  if (method === 'eth_blockNumber') return quantity(newest)
  if (method === 'eth_getLogs') {
    const [from, to] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
    searched.push(to - from + 1)
    meanwhile()
    // As public nodes do.
    if (!(to - from < 1_000)) throw new Error('query exceeds max block range 1000')
    return events.filter(({ block }) => block >= from && block <= to).map(logOf)
  }
  if (method !== 'eth_getTransactionReceipt') throw new Error(method)
  const [own] = events
  if (!own || params[0] !== transactionHash) return null
  const log = logOf(own)
  const { blockNumber, blockHash } = log
  return {
    ...{ blockNumber, blockHash, transactionHash, status: '0x1', gasUsed: '0x1', logs: [log] },
    ...{ cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', from: sender, to: sender, type: '0x2' },
    ...{ logsBloom: `0x${'0'.repeat(512)}`, transactionIndex: '0x0', contractAddress: null },
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 })
  ;[newest, events, searched, meanwhile] = [1_000_000, [], [], () => {}]
  const stored = new Map<string, string>()
  records = createCallRecords(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
      key: (index) => [...stored.keys()][index] ?? null,
      get length() {
        return stored.size
      },
    },
    'calls',
    new Set(),
  )
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(parts).toString())
      const reply = () => {
        try {
          return { result: answer(method, params) }
        } catch (error) {
          return { error: { code: -32005, message: (error as Error).message } }
        }
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...reply() }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.useRealTimers()
  await new Promise((resolve) => server.close(resolve))
})

const read = (id = 'one') =>
  readCallsStatus([id], { records, rpcUrlOf: () => url }).then(
    (status) => (status as { status: number }).status,
    ({ rpcCode, message }: { rpcCode?: number; message: string }) => ({ rpcCode, message }),
  )

const shared = { id: 'one', chainId: '0x1', count: 1 } as const
const operation = { hash, sender, nonce: '5', fromBlock: '1000000' }
const sent: SentCalls = { ...shared, hashes: [], operation }

describe('an operation', () => {
  test('is under way for a day, and is then told as not known, with the way to look', async () => {
    records.write(sent)
    expect(await read()).toBe(100)
    vi.setSystemTime(Date.now() + day)
    expect(await read()).toBe(100)
    vi.setSystemTime(Date.now() + 1)
    expect(await read()).toEqual({
      rpcCode: -32000,
      message: `It isn’t known what came of these calls: a day after they were sent, the network shows nothing of them, and they may still be carried out. Look for the operation ${hash} of ${sender} in a block explorer before you send them again.`,
    })
  })

  test.each([1, day, 30 * day])(
    'that is carried out after %d ms is told as done, then and later',
    async (after) => {
      records.write(sent)
      expect(await read()).toBe(100)
      vi.setSystemTime(Date.now() + after)
      newest += 900
      events = [{ block: newest - 100, userOpHash: hash, nonce: 5n }]
      expect(await read()).toBe(200)
      vi.setSystemTime(Date.now() + 30 * day)
      newest += 500_000
      expect(await read()).toBe(200)
    },
  )

  test('whose nonce another used is told as over, then and later', async () => {
    records.write(sent)
    events = [{ block: 1_000_100, userOpHash: other, nonce: 5n }]
    newest += 200
    for (const after of [0, 2 * day]) {
      vi.setSystemTime(Date.now() + after)
      expect(await read()).toBe(400)
    }
  })

  test('is looked for in as many blocks as nodes answer for, and each block is looked at once', async () => {
    records.write(sent)
    newest += 50_000
    events = [{ block: newest - 300, userOpHash: hash, nonce: 5n }]
    vi.setSystemTime(Date.now() + 2 * day)
    const statuses: unknown[] = []
    while (statuses.at(-1) !== 200 && statuses.length < 10) statuses.push(await read())
    // It isn't told as not known before everything was looked at.
    expect(statuses).toEqual([100, 100, 200])
    expect(Math.max(...searched)).toBe(1_000)
    expect(searched.length).toBeLessThanOrEqual(52)
  })

  test('that a lagging node doesn’t show yet is found once it does', async () => {
    records.write(sent)
    newest += 5_000
    expect(await read()).toBe(100)
    events = [{ block: newest - 400, userOpHash: hash, nonce: 5n }]
    expect(await read()).toBe(200)
  })
})

test('a transaction that no node knows any more is told as not known after a day', async () => {
  records.write({ ...shared, hashes: [other] })
  expect(await read()).toBe(100)
  vi.setSystemTime(Date.now() + day + 1)
  expect(await read()).toMatchObject({
    rpcCode: -32000,
    message: expect.stringContaining(`the transaction ${other}`),
  })
})

test('no calls are told as not known while this page still sends them', async () => {
  records.write({ ...shared, count: 2, hashes: [other] })
  records.running.add('one')
  vi.setSystemTime(Date.now() + 2 * day)
  expect(await read()).toBe(100)
})

const again = () => ({
  sentAt: Date.now(),
  calls: [{ to: sender, value: '9' }],
  maxFeePerGas: '2',
  maxPriorityFeePerGas: '1',
})
const second: Hex = `0x${'e'.repeat(64)}`
/** As if it was sped up in another tab. */
function replace() {
  records.write({ ...sent, operation: { ...operation, hash: second, earlier: [hash], again: again() } })
}
const place = () => ({ records, address: sender, chainId: 1, rpcUrl: url })

describe('an operation that is replaced while the node is asked', () => {
  test.each([
    [false, 200],
    [true, 500],
  ])('and carried out is told as that (reverted: %s)', async (isReverted, status) => {
    records.write({ ...sent, operation: { ...operation, again: again() } })
    events = [{ block: 1_000_100, userOpHash: second, nonce: 5n, isReverted }]
    newest += 200
    meanwhile = replace
    expect(await read()).toBe(status)
  })

  test('and displaced by another one is over', async () => {
    records.write({ ...sent, operation: { ...operation, again: again() } })
    events = [{ block: 1_000_100, userOpHash: other, nonce: 5n }]
    newest += 200
    meanwhile = replace
    expect(await read()).toBe(400)
  })
})

describe('speeding up an operation that is over', () => {
  test.each([
    ['done', hash, false, hash],
    ['failed', hash, true, hash],
    ['gone', other, false, hash],
    ['done', second, false, second],
    ['failed', second, true, second],
  ] as const)('is told as %s, by the hash %s', async (outcome, userOpHash, isReverted, told) => {
    records.write({ ...sent, operation: { ...operation, again: again() } })
    if (userOpHash === second) meanwhile = replace
    events = [{ block: 1_000_100, userOpHash, nonce: 5n, isReverted }]
    newest += 200
    expect(await replaceOperation(hash, place() as SmartContext)).toEqual({ hash: told, outcome })
    expect(records.read('one')?.operation?.again).toBeUndefined()
  })
})

test('operations that wait are looked for in each block once, and the newest one is reached', async () => {
  records.write({ ...sent, operation: { ...operation, again: again() } })
  const later = Date.now() + 45_000
  newest += 50_000
  events = [{ block: newest - 300, userOpHash: hash, nonce: 5n }]
  const counts: number[] = []
  while (counts.at(-1) !== 0 && counts.length < 10) counts.push((await listStuck(place(), later)).length)
  expect(counts).toEqual([1, 1, 0])
  expect(searched.length).toBeLessThanOrEqual(52)
})

test('an operation whose record was pushed out is still found by the hashes that were known when it left', async () => {
  const record = { ...sent, operation: { ...operation, hash: second, earlier: [hash] } }
  events = [{ block: 1_000_000, userOpHash: hash, nonce: 5n }]
  const outcome = await submitOperation({
    client: clientOf({ chainId: 1, rpcUrl: url }),
    bundlers: [url],
    operation: { sender, nonce: 5n } as Operation,
    sought: soughtOf(record.operation),
    others: () => otherHashes(records, record),
    signal: new AbortController().signal,
    limits: { answer: 1_000, patience: 0, rest: 0, pause: 1 },
  })
  expect(outcome.hash).toBe(hash)
})

describe('what is kept to make operations again', () => {
  const long = () => ({ ...again(), calls: [{ to: sender, data: `0x${'0'.repeat(60_000)}`, value: '0' }] })
  const put = (id: string) => records.write({ ...sent, id, operation: { ...operation, again: long() } })
  const kept = () =>
    records
      .list()
      .filter((one) => one.operation?.again)
      .map(({ id }) => id)

  test('is bounded in all, and that of the newest stays', () => {
    for (let index = 0; index < 100; index += 1) put(`${index}`)
    expect(records.list()).toHaveLength(100)
    expect(kept()).toEqual(['92', '93', '94', '95', '96', '97', '98', '99'])
    expect(JSON.stringify(records.list()).length).toBeLessThan(600_000)
  })

  test('is dropped after a day', () => {
    put('old')
    vi.setSystemTime(Date.now() + day + 1)
    put('new')
    expect(kept()).toEqual(['new'])
  })
})
