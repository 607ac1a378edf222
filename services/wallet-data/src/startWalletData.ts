import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer } from 'node:http'
import {
  checkMetricsToken,
  drain,
  type ListenOptions,
  listen,
  ServiceSetupError,
} from '@latchkey/service-kit'
import { openChain } from './chains/openChain.js'
import { createService } from './createService.js'
import { type OpenDatabase, openDatabase } from './database/openDatabase.js'
import { inTime } from './shared/inTime.js'
import { createAdminApp } from './http/createAdminApp.js'
import { createApp } from './http/createApp.js'
import type { Faults } from './http/faults.js'
import type { IndexerState } from './indexer/startIndexer.js'
import { createMetrics, type Metrics } from './metrics.js'
import type { WalletDataOptions } from './options.js'
import { openRedis, type SharedRedis } from './shared/openRedis.js'

/** A running wallet-data service. */
export interface WalletData {
  /** For example http://127.0.0.1:36567. */
  readonly url: string
  /** Where the switches for tests are, when `adminPort` was given. */
  readonly adminUrl?: string
  /** CAIP-2 ids of what is served. */
  readonly networkIds: readonly string[]
  /** How far the index goes, by network. */
  states(): readonly IndexerState[]
  /** Resolves when everything that the nodes hold now is in the index. */
  sync(): Promise<void>
  /** Replaces all fault switches; `{}` switches every one off. */
  setFaults(faults: Faults): void
  /** Ends the service when what it's answering is answered. May be called any number of times. */
  stop(): Promise<void>
}

/**
 * Starts a wallet-data service over running nodes: it reads every block into its database and answers the HTTP
 * contract of wallet data.
 *
 * @throws ServiceSetupError INVALID_OPTION, NODE_UNREACHABLE, WRONG_CHAIN, DATABASE_UNAVAILABLE, PORT_IN_USE
 */
export async function startWalletData(options: WalletDataOptions): Promise<WalletData> {
  checkMetricsToken(options.metricsToken)
  const started: Stops = []
  const stopAll = async () => {
    for (const stop of started.splice(0).reverse()) await stop()
  }
  try {
    const parts = await openParts(options, started)
    const service = createService(options, parts)
    const stopIndexer = () => inTime(indexerMilliseconds, service.indexer.stop(), () => {})
    started.push(stopIndexer)
    const ports: Stops = []
    // What is being answered ends while the chains are given to the next instance.
    started.push(() => Promise.all([stopIndexer(), ...ports.map((stop) => stop())]))
    const port = await serve(createApp(service), options, ports)
    const adminPort =
      options.adminPort === undefined
        ? undefined
        : await serve(createAdminApp(service), { port: options.adminPort }, ports)
    const stopCalmly = async () => {
      service.lifecycle.isStopping = true
      await new Promise((resolve) => setTimeout(resolve, options.drainMilliseconds ?? 0))
      await stopAll()
    }
    let stopping: Promise<void> | undefined
    return {
      url: `http://${options.host ?? '127.0.0.1'}:${port}`,
      ...(adminPort === undefined ? {} : { adminUrl: `http://127.0.0.1:${adminPort}` }),
      networkIds: service.chains.map(({ networkId }) => networkId),
      states: () => service.indexer.states(),
      sync: () => service.indexer.sync(),
      setFaults: service.faults.set,
      stop() {
        stopping ??= stopCalmly()
        return stopping
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Milliseconds that the reading of the chains has to end. It waits for a database that froze, whose connections are cut after it. */
const indexerMilliseconds = 12_000

type Stops = (() => Promise<unknown>)[]

async function serve(app: Hono, where: ListenOptions, started: Stops): Promise<number> {
  const server = createServer(getRequestListener(app.fetch))
  const bound = await listen(server, where)
  started.push(() => drain(server))
  return bound
}

type OpenedChain = Awaited<ReturnType<typeof openChain>>

/** What a service is made of. */
export interface ServiceParts {
  /** Tells this instance from others. */
  readonly instance: string
  readonly database: OpenDatabase
  readonly opened: readonly OpenedChain[]
  readonly redis: SharedRedis | undefined
  readonly metrics: Metrics
  readonly report: (error: unknown) => void
}

async function openParts(options: WalletDataOptions, started: Stops): Promise<ServiceParts> {
  const report = options.report ?? warn
  const metrics = createMetrics()
  const database = await openKept(options, { metrics, report }, started)
  const redis =
    options.redis &&
    (await openRedis({
      url: options.redis,
      onFailure: () => metrics.count('redis_failures'),
      report,
    }))
  if (redis) started.push(() => redis.close())
  const opened: OpenedChain[] = []
  for (const node of options.nodes) {
    const one = await openChain(node)
    started.push(() => one.chain.stop())
    opened.push(one)
  }
  return { instance: randomUUID(), database, opened, redis: redis || undefined, metrics, report }
}

const warn = (error: unknown) =>
  process.emitWarning(error instanceof Error ? error : String(error), 'WalletDataWarning')

async function openKept(
  { database: target, replicas = [] }: WalletDataOptions,
  { metrics, report }: Pick<ServiceParts, 'metrics' | 'report'>,
  started: Stops,
): Promise<OpenDatabase> {
  if (replicas.length > 0 && !/^postgres(?:ql)?:/.test(target ?? '')) {
    const message =
      'replicas: only a PostgreSQL has read replicas. Pass its address as "database", or leave them out.'
    throw new ServiceSetupError('INVALID_OPTION', message)
  }
  if (target !== undefined) {
    const onReplica = (event: string) => metrics.count('replica_reads', event)
    const database = await openDatabase(target, { replicas, onReplica, report })
    started.push(() => database.close())
    return database
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-data-'))
  started.push(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(join(folder, 'wallet-data.db'))
  started.push(() => database.close())
  return database
}
