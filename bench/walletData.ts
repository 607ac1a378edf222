import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { startEvm } from '@latchkey/devstack/evm'
import { startWalletData } from '@latchkey/devstack/wallet-data'
import autocannon from 'autocannon'
import type { ChainTransaction } from '../devstack/src/wallet-data/chains/chain.js'
import { openDatabase } from '../devstack/src/wallet-data/database/openDatabase.js'
import { writeIndex } from '../devstack/src/wallet-data/store/writeIndex.js'

/**
 * How fast the wallet-data service answers mixed reads from its embedded database:
 * `npx tsx bench/walletData.ts [requests a second] [seconds] [database]`. The load tool runs in a thread of its own, the node in
 * a process of its own; coins and names are asked of the node, everything else comes from a database of 200,000
 * transfers in which one account holds 5,000 tokens and took part in 50,000 transactions.
 */
const rate = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 30)
const transfers = 200_000
const accounts = 2_000
const tokens = 5_000
const rowsAtOnce = 5_000
const networkId = 'eip155:31337'

/** The same numbers in every run. */
function createRandom() {
  let state = 20261122
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}
const random = createRandom()
const hex = (value: number, length: number) => `0x${value.toString(16).padStart(length, '0')}`
const accountOf = (index: number) => hex(0xacc00000 + index, 40)
const tokenOf = (index: number) => hex(0x70c00000 + index, 40)
const whale = accountOf(0)

function transactionAt(index: number): ChainTransaction {
  // Every fourth one is the large account's.
  const sender = accountOf(index % 4 === 0 ? 0 : 1 + random(accounts - 1))
  const receiver = accountOf(1 + random(accounts - 1))
  const asset = random(3) === 0 ? '' : tokenOf(random(tokens))
  const height = 1 + Math.floor(index / 100)
  return {
    id: hex(index + 1, 64),
    height,
    position: index % 100,
    minedAt: 1_700_000_000_000 + height * 12_000,
    sender,
    receiver: asset === '' ? receiver : asset,
    isFailed: false,
    operation: undefined,
    nonce: index,
    fee: 21_000_000_000_000n,
    movements: [{ asset, tokenId: '', sender, receiver, amount: BigInt(1 + random(1_000_000)) * 10n ** 12n }],
  }
}

async function seed(path: string): Promise<void> {
  const database = await openDatabase(path)
  const assets = Array.from({ length: tokens }, (_, index) => ({
    address: tokenOf(index),
    kind: 'fungible' as const,
    name: `Token ${index}`,
    symbol: `T${index}`,
    decimals: 18,
  }))
  const held = (address: string, index: number) => ({
    address,
    asset: tokenOf(index),
    tokenId: '',
    amount: BigInt(index + 1) * 10n ** 18n,
  })
  const amounts = [
    ...assets.map((_, index) => held(whale, index)),
    ...Array.from({ length: accounts * 10 }, (_, index) =>
      held(accountOf(1 + (index % (accounts - 1))), random(tokens)),
    ),
  ]
  const unique = [...new Map(amounts.map((one) => [`${one.address} ${one.asset}`, one])).values()]
  const nothing = { networkId, blocks: [], transactions: [], amounts: [], assets: [], collectibles: [] }
  await writeIndex(database.writes, { ...nothing, amounts: unique, assets })
  for (let start = 0; start < transfers; start += rowsAtOnce) {
    const transactions = Array.from({ length: rowsAtOnce }, (_, index) => transactionAt(start + index))
    await writeIndex(database.writes, { ...nothing, transactions })
  }
  await database.close()
}

interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

const query = 'projectId=bench&st=latchkey&sv=bench'
const json = { 'content-type': 'application/json' }

/** What apps ask for, in about these parts. */
function mixedRequests(cursor: string): Ask[] {
  const someone = () => accountOf(1 + random(accounts - 1))
  const get = (path: string): Ask => ({ method: 'GET', path })
  const kinds: readonly (readonly [parts: number, make: () => Ask])[] = [
    [35, () => get(`/v1/account/${someone()}/balance?${query}&currency=usd&chainId=${networkId}`)],
    [2, () => get(`/v1/account/${whale}/balance?${query}&currency=usd&chainId=${networkId}`)],
    [28, () => get(`/v1/account/${someone()}/history?${query}&chainId=${networkId}`)],
    [5, () => get(`/v1/account/${whale}/history?${query}&chainId=${networkId}`)],
    [5, () => get(`/v1/account/${whale}/history?${query}&chainId=${networkId}&cursor=${cursor}`)],
    [10, () => get(`/v1/identity/${someone()}?${query}`)],
    [5, () => get(`/v1/profile/reverse/${someone()}?${query}&apiVersion=2`)],
    [5, () => get(`/getWallets?${query}&page=1&entries=40`)],
    [
      5,
      () => ({
        method: 'POST',
        path: '/v1/fungible/price',
        body: JSON.stringify({ projectId: 'bench', currency: 'usd', addresses: [networkId] }),
      }),
    ],
  ]
  const requests = kinds.flatMap(([parts, make]) => Array.from({ length: parts * 10 }, make))
  for (let index = requests.length - 1; index > 0; index--) {
    const other = random(index + 1)
    const [left, right] = [requests[index], requests[other]]
    if (left && right) [requests[index], requests[other]] = [right, left]
  }
  return requests
}

/** A database of an earlier run may be named, which saves writing it. */
const kept = process.argv[4]
const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const path = kept ?? join(folder, 'wallet-data.db')
const stack = await startEvm()
try {
  if (kept === undefined || !existsSync(kept)) {
    const began = performance.now()
    await seed(path)
    console.log(`${transfers} transfers written in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  const service = await startWalletData({
    nodes: [{ namespace: 'eip155', url: stack.url, isFollowed: false }],
    database: path,
    rateLimit: false,
  })
  const first = await fetch(`${service.url}/v1/account/${whale}/history?${query}`)
  const { next } = (await first.json()) as { next: string }
  const load = (duration: number) =>
    autocannon({
      url: service.url,
      connections: 20,
      overallRate: rate,
      duration,
      workers: 1,
      requests: mixedRequests(next).map((one) => ({ ...one, headers: json })),
    })
  // Once round, so that code is compiled and pages of the file are in memory.
  await load(5)
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const result = await load(seconds)
  const used = process.cpuUsage(cpu)
  const busy = performance.eventLoopUtilization(loop).utilization
  await service.stop()
  const { latency, requests, non2xx, errors } = result
  const milliseconds = (used.user + used.system) / 1000 / requests.total
  console.log(
    `Node ${process.version}, load of the machine ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  console.log(
    '| requests/s | p50 ms | p90 ms | p99 ms | max ms | not 2xx | errors | processor ms a request | event loop busy |',
  )
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  console.log(
    `| ${requests.average.toFixed(0)} | ${latency.p50} | ${latency.p90} | ${latency.p99} | ${latency.max} | ${non2xx} | ${errors} | ${milliseconds.toFixed(2)} | ${(busy * 100).toFixed(0)} % |`,
  )
} finally {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
}
