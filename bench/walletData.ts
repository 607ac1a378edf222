import { existsSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData } from '@latchkey/service-wallet-data'
import type autocannon from 'autocannon'
import type { EvenLoad } from './evenLoad.js'
import { accountOf, createRandom, networkId, seedWalletData, whale } from './walletDataSeed.js'

/**
 * How fast the wallet-data service answers mixed reads from its embedded database:
 * `npx tsx bench/walletData.ts [requests a second] [seconds] [database]`. The load tool and the node run in processes of
 * their own; coins and names are asked of the node, everything else comes from a database of 200,000
 * transfers in which one account holds 5,000 tokens and took part in 50,000 transactions.
 */
const rate = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 30)
const scale = { accounts: 2_000, tokens: 5_000, transfers: 200_000 }
const random = createRandom()

interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

interface LoadResult {
  readonly latency: autocannon.Result['latency']
  readonly made: number
  readonly non2xx: number
  readonly errors: number
}

const query = 'projectId=bench&st=latchkey&sv=bench'

/** What apps ask for, in about these parts. */
function mixedRequests(cursor: string): Ask[] {
  const someone = () => accountOf(1 + random(scale.accounts - 1))
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
    await seedWalletData(path, scale)
    console.log(
      `${scale.transfers} transfers written in ${((performance.now() - began) / 1000).toFixed(1)} s`,
    )
  }
  let failures = 0
  const service = await startWalletData({
    ...localMarket,
    nodes: [{ namespace: 'eip155', url: stack.url, isFollowed: false }],
    database: path,
    rateLimit: false,
    report: () => {
      failures += 1
    },
  })
  const first = await fetch(`${service.url}/v1/account/${whale}/history?${query}`)
  const { next } = (await first.json()) as { next: string }
  const file = join(folder, 'load.json')
  const load = async (duration: number): Promise<LoadResult> => {
    const what: EvenLoad = { url: service.url, rate, seconds: duration, requests: mixedRequests(next) }
    await writeFile(file, JSON.stringify(what))
    const script = fileURLToPath(new URL('./evenLoad.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, file])
    return JSON.parse(stdout) as LoadResult
  }
  // Once round, so that code is compiled and pages of the file are in memory.
  await load(5)
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const result = await load(seconds)
  delay.disable()
  const used = process.cpuUsage(cpu)
  const busy = performance.eventLoopUtilization(loop).utilization
  // What the load tool leaves behind when its time is over fails with the node.
  const failed = failures
  await service.stop()
  const { latency, made, non2xx, errors } = result
  const milliseconds = (used.user + used.system) / 1000 / made
  if (failed > 0) console.log(`${failed} requests failed in the service.`)
  console.log(
    `Node ${process.version}, load of the machine ${loadavg()
      .map((one) => one.toFixed(1))
      .join(' ')}`,
  )
  console.log(
    '| requests/s | p50 ms | p90 ms | p99 ms | max ms | not 2xx | errors | processor ms a request | event loop busy | its longest stop ms |',
  )
  console.log('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  console.log(
    `| ${(made / seconds).toFixed(0)} | ${latency.p50} | ${latency.p90} | ${latency.p99} | ${latency.max} | ${non2xx} | ${errors} | ${milliseconds.toFixed(2)} | ${(busy * 100).toFixed(0)} % | ${(delay.max / 1e6).toFixed(0)} |`,
  )
} finally {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
}
