import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { startEvm } from '@latchkey/devstack/evm'
import { startPostgres } from '@latchkey/devstack/postgres'
import { startRedis } from '@latchkey/devstack/redis'
import { localMarket } from '@latchkey/service-wallet-data'
import { sql } from 'kysely'
import { openDatabase } from '../services/wallet-data/src/database/openDatabase.js'
import { type Instance, startInstance } from '../services/wallet-data/src/test/startInstance.js'
import { type Asked, cpuSecondsOf, createLoadClient } from './walletDataClient.js'
import { busiestHour, requestsOfWindow, requestsPerSession, sessionsPerSecond } from './walletDataDay.js'
import { accountOf, networkId, seedWalletData } from './walletDataSeed.js'

/**
 * What instances of the wallet-data service cost over one PostgreSQL and one Redis:
 * `npx tsx bench/walletDataScale.ts [routes] [day] [takeover] [--profile]`, all three where none is named.
 *
 * - `routes`: processor time of one instance for a request of each route, beside a bare Node server with the same bytes.
 * - `day`: parts of a day with a million accounts, as `walletDataDay.ts` makes it up, in real time, against one and two.
 * - `takeover`: how long nobody reads the chains when the instance that does is killed.
 */
const parts = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
const isProfiled = process.argv.includes('--profile')
const accounts = Number(process.env['ACCOUNTS'] ?? 12_000)
const scale = { accounts, tokens: 2_000, transfers: accounts * 5 }
const windowSeconds = Number(process.env['WINDOW_SECONDS'] ?? 30)
const folder = await mkdtemp(join(tmpdir(), 'latchkey-scale-'))
const client = createLoadClient()
const query = 'projectId=bench&st=latchkey&sv=bench'
const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')
const usual = { ...localMarket, rateLimit: { capacity: 1_000_000, refillPerSecond: 1_000_000 } }

const stack = await startEvm()
const postgres = await startPostgres()
const redis = await startRedis()
try {
  console.log(`Node ${process.version}, load of the machine ${load()}`)
  if (isWanted('routes') || isWanted('day')) {
    const database = await postgres.createDatabase('scale')
    const began = performance.now()
    await seedWalletData(database, scale)
    const size = await sizeOf(database)
    console.log(
      `${scale.accounts} accounts, ${scale.transfers} transfers: ${(size / 1e6).toFixed(0)} MB, ${(size / scale.accounts).toFixed(0)} bytes an account, written in ${((performance.now() - began) / 1000).toFixed(0)} s`,
    )
    const settings = { ...usual, nodes: [{ namespace: 'eip155', url: stack.url, isFollowed: false }] }
    const start = () =>
      startInstance({
        settings,
        database,
        redis: redis.url,
        nodeOptions: isProfiled
          ? ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'latchkey-profiles')}`]
          : [],
      })
    const one = await start()
    if (isWanted('routes')) await measureRoutes(one)
    if (isWanted('day')) {
      const other = await start()
      await measureDay([one, other], database)
      other.process.kill('SIGTERM')
    }
    one.process.kill('SIGTERM')
    await new Promise((resolve) => one.process.once('exit', resolve))
  }
  if (isWanted('takeover')) await measureTakeover()
} finally {
  client.stop()
  await Promise.all([stack.stop(), postgres.stop(), redis.stop()])
  await rm(folder, { recursive: true, force: true })
}

async function sizeOf(target: string): Promise<number> {
  const database = await openDatabase(target)
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
    database.reads,
  )
  await database.close()
  return Number(rows[0]?.size)
}

/** Asks all of them, a few at a time. */
async function askAll(url: string, asks: readonly Asked[], atOnce = 8): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  let next = 0
  const lines = Array.from({ length: atOnce }, async () => {
    for (let ask = asks[next++]; ask; ask = asks[next++]) {
      const { status, text } = await client.ask(url, ask)
      if (status !== 200 && status !== 202) throw new Error(`${ask.path}: ${status} ${text}`)
      answers.set(ask.path, text)
    }
  })
  await Promise.all(lines)
  return answers
}

async function costOf(url: string, asks: readonly Asked[]): Promise<number> {
  const before = await cpuSecondsOf(url)
  await askAll(url, asks)
  return (((await cpuSecondsOf(url)) - before) * 1000) / asks.length
}

async function measureRoutes({ url }: Instance): Promise<void> {
  const count = 3_000
  const get = (path: (account: string) => string, first: number): Asked[] =>
    Array.from({ length: count }, (_, index) => ({ method: 'GET', path: path(accountOf(first + index)) }))
  const again = (asks: readonly Asked[]) => Array.from({ length: count }, (_, index) => asks[index % 100]!)
  const balance = (account: string) =>
    `/v1/account/${account}/balance?${query}&currency=usd&chainId=${networkId}`
  const history = (account: string) => `/v1/account/${account}/history?${query}&chainId=${networkId}`
  const identity = (account: string) => `/v1/identity/${account}?${query}`
  const collectibles = (account: string) =>
    `/v1/account/${account}/collectibles?${query}&chainId=${networkId}`
  const price: Asked = {
    method: 'POST',
    path: '/v1/fungible/price',
    body: JSON.stringify({ projectId: 'bench', currency: 'usd', addresses: [networkId] }),
  }
  const kinds: readonly (readonly [string, (first: number) => readonly Asked[]])[] = [
    ['supported-chains', () => get(() => `/v1/supported-chains?${query}`, 1)],
    ['wallets', () => get(() => `/getWallets?${query}&page=1&entries=40`, 1)],
    ['price', () => Array.from({ length: count }, () => price)],
    ['balance, an account for the first time', (first) => get(balance, first)],
    ['balance, of 100 accounts', (first) => again(get(balance, first))],
    ['history, an account for the first time', (first) => get(history, first)],
    ['history, of 100 accounts', (first) => again(get(history, first))],
    ['identity, an account for the first time', (first) => get(identity, first)],
    ['identity, of 100 accounts', (first) => again(get(identity, first))],
    ['collectibles', (first) => get(collectibles, first)],
    ['the mix of the day', (first) => dayMix(first)],
  ]
  // Once round, so that code is compiled and pages of the database are in memory.
  for (const [, make] of kinds) await askAll(url, make(1).slice(0, 1_500))
  console.log('\n| Route | processor ms a request | of a bare server | times |\n|--|--:|--:|--:|')
  for (const [name, make] of kinds) {
    const asks = make(2_000)
    const cost = await costOf(url, asks)
    const bare = await costOfBare(asks, await askAll(url, asks))
    console.log(`| ${name} | ${cost.toFixed(2)} | ${bare.toFixed(2)} | ${(cost / bare).toFixed(1)} |`)
  }
  console.log(`Load of the machine ${load()}`)
}

/** What pages ask in the busiest hour, of accounts that nothing else has asked about. */
function dayMix(first: number): readonly Asked[] {
  return requestsOfWindow({ hour: busiestHour, seconds: 20, firstAccount: first + 3_100 }).asks
}

async function costOfBare(asks: readonly Asked[], answers: ReadonlyMap<string, string>): Promise<number> {
  return withBare(answers, async (url) => {
    await askAll(url, asks.slice(0, 1_500))
    return costOf(url, asks)
  })
}

/** While a bare server gives these answers. */
async function withBare<answer>(
  answers: ReadonlyMap<string, string>,
  use: (url: string) => Promise<answer>,
): Promise<answer> {
  const file = join(folder, 'answers.json')
  await writeFile(file, JSON.stringify(Object.fromEntries(answers)))
  const script = fileURLToPath(new URL('./bareServer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, file])
  try {
    return await use(await firstUrl(child))
  } finally {
    child.kill()
  }
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      const [url] = /http:\/\/\S+/.exec(String(chunk)) ?? []
      if (url) resolve(url)
    })
    child.once('exit', () => reject(new Error('The bare server ended.')))
  })
}

/** Processor seconds of a process and those that it has started, also of those that have ended. */
function treeSeconds(root: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number)
        const isOfTree = Number(name) === root || fields[1] === root
        const own = (fields[11] ?? 0) + (fields[12] ?? 0)
        const ended = Number(name) === root ? (fields[13] ?? 0) + (fields[14] ?? 0) : 0
        return isOfTree ? own + ended : 0
      } catch {
        // It ended while the list was read.
        return 0
      }
    })
  return ticks.reduce((sum, one) => sum + one, 0) / 100
}

/** The parent of the server's processes, found by one of them. */
async function postmasterOf(target: string): Promise<number> {
  const database = await openDatabase(target)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.reads)
  const text = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
  await database.close()
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

async function measureDay(instances: readonly Instance[], database: string): Promise<void> {
  const perSession = requestsPerSession()
  const requests = [...perSession.values()].reduce((sum, one) => sum + one, 0)
  console.log(
    `\nA session asks ${requests.toFixed(2)} times: ${[...perSession].map(([kind, count]) => `${kind} ${count.toFixed(2)}`).join(', ')}`,
  )
  console.log(
    '\n| Instances | Hour | requests/s | p50 ms | p99 ms | not 200 or 202 | processor ms a request | PostgreSQL | Redis | bytes an answer | load |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
  )
  const postmaster = await postmasterOf(database)
  let firstAccount = 1
  // Code is compiled while it's used first: each instance answers some thousands before it's measured.
  const warm = requestsOfWindow({ hour: 12, seconds: 30, firstAccount })
  firstAccount = warm.nextAccount
  for (const { url } of instances) await askAll(url, warm.asks)
  for (const used of [instances.slice(0, 1), instances]) {
    for (const hour of [3, 12, busiestHour]) {
      const { asks, nextAccount } = requestsOfWindow({ hour, seconds: windowSeconds, firstAccount })
      if (nextAccount > scale.accounts) throw new Error('More accounts came than there are.')
      firstAccount = nextAccount
      const cpu = () => Promise.all(used.map(({ url }) => cpuSecondsOf(url)))
      const before = [sum(await cpu()), treeSeconds(postmaster), await redisSeconds()]
      const answers = await replay(used, asks)
      const after = [sum(await cpu()), treeSeconds(postmaster), await redisSeconds()]
      const costs = after.map((one, index) => ((one - (before[index] ?? 0)) * 1000) / asks.length)
      const times = answers.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
      const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(0)
      const failed = answers.filter(({ status }) => status !== 200 && status !== 202).length
      const bytes = sum(answers.map(({ length }) => length)) / answers.length
      console.log(
        `| ${used.length} | ${hour} | ${(asks.length / windowSeconds).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${failed} | ${costs.map((one) => one.toFixed(2)).join(' | ')} | ${bytes.toFixed(0)} | ${load()} |`,
      )
    }
  }
  const { asks } = requestsOfWindow({ hour: busiestHour, seconds: windowSeconds, firstAccount: 1 })
  const answers = await askAll(instances[0]!.url, asks)
  await withBare(answers, async (url) => {
    await askAll(url, asks)
    const before = await cpuSecondsOf(url)
    await replay([{ url }], asks)
    const cost = (((await cpuSecondsOf(url)) - before) * 1000) / asks.length
    console.log(
      `A bare server with the same bytes at the pace of the busiest hour: ${cost.toFixed(2)} ms a request`,
    )
  })
  console.log(`Sessions a second in the busiest hour: ${sessionsPerSecond(busiestHour).toFixed(1)}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

async function redisSeconds(): Promise<number> {
  const { createClient } = await import('@redis/client')
  const connection = await createClient({ url: redis.url }).connect()
  const info = await connection.info('cpu')
  await connection.close()
  const [user, system] = [/used_cpu_user:(\S+)/, /used_cpu_sys:(\S+)/].map((one) =>
    Number(one.exec(info)?.[1]),
  )
  return (user ?? 0) + (system ?? 0)
}

/** Each request at its time, at the instances in turn. */
async function replay(
  instances: readonly Pick<Instance, 'url'>[],
  asks: readonly (Asked & { readonly at: number })[],
) {
  const began = performance.now()
  const answers: Promise<{ status: number; milliseconds: number; length: number }>[] = []
  for (const [index, one] of asks.entries()) {
    const wait = one.at - (performance.now() - began)
    if (wait > 2) await new Promise((resolve) => setTimeout(resolve, wait))
    const { url } = instances[index % instances.length]!
    const due = began + one.at
    answers.push(
      client.ask(url, one).then(
        // From when it was due: what waits for a connection waits, too.
        ({ status, text }) => ({ status, milliseconds: performance.now() - due, length: text.length }),
        () => ({ status: 0, milliseconds: performance.now() - due, length: 0 }),
      ),
    )
  }
  return Promise.all(answers)
}

async function measureTakeover(): Promise<void> {
  const database = await postgres.createDatabase('takeover')
  const settings = { ...usual, nodes: [{ namespace: 'eip155', url: stack.url }] }
  const start = () => startInstance({ settings, database, redis: redis.url })
  const holds = async (instance: Instance) => (await instance.metric('latchkey_indexing')) === 1
  const until = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const rounds = 3
  const taken: number[] = []
  let holder = await start()
  await until(() => holds(holder))
  for (let round = 0; round < rounds; round += 1) {
    const next = await start()
    await until(async () => (await next.metric('latchkey_hearing')) === 1)
    await holder.kill()
    const began = performance.now()
    await until(() => holds(next))
    taken.push((performance.now() - began) / 1000)
    console.log(`Taken over after ${taken.at(-1)?.toFixed(2)} s`)
    holder = next
  }
  await holder.kill()
  console.log(
    `\nAfter kill -9 another instance reads the chains: ${taken.map((one) => `${one.toFixed(2)} s`).join(', ')}`,
  )
}
