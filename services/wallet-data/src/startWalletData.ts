import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { createServer } from 'node:http'
import { close, type ListenOptions, listen } from '@latchkey/service-kit'
import { openChain } from './chains/openChain.js'
import { type OpenDatabase, openDatabase } from './database/openDatabase.js'
import { createAnswerCache } from './http/answerCache.js'
import { createAdminApp } from './http/createAdminApp.js'
import { createApp } from './http/createApp.js'
import { createFaultSwitch, type Faults } from './http/faults.js'
import { createTokenBuckets } from './http/tokenBucket.js'
import { type Indexer, type IndexerState, startIndexer } from './indexer/startIndexer.js'
import { createMetrics } from './metrics.js'
import type { WalletDataOptions } from './options.js'
import { createPriceTable } from './prices/priceTable.js'
import { createQuota } from './routes/quota.js'
import type { Service, ServiceSettings } from './service.js'

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
  /** Ends the service. May be called any number of times. */
  stop(): Promise<void>
}

const defaultRateLimit = { capacity: 2000, refillPerSecond: 1000 }
/** A coin may move without a block that tells of it; what comes from the index is forgotten with the block that changes it. */
const coinMilliseconds = 1_000
const indexedMilliseconds = 10_000
const identityMilliseconds = 60_000

/**
 * Starts a wallet-data service over running nodes: it reads every block into its database and answers the HTTP
 * contract of wallet data.
 *
 * @throws ServiceSetupError NODE_UNREACHABLE, WRONG_CHAIN, DATABASE_UNAVAILABLE, PORT_IN_USE
 */
export async function startWalletData(options: WalletDataOptions): Promise<WalletData> {
  const started: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (const stop of started.reverse()) await stop()
    started.length = 0
  }
  try {
    const database = await openKept(options.database, started)
    const opened = await openChains(options, database, started)
    const service = createService(options, database, opened)
    started.push(() => service.indexer.stop())
    const port = await serve(createApp(service), options, started)
    const adminPort =
      options.adminPort === undefined
        ? undefined
        : await serve(createAdminApp(service), { port: options.adminPort }, started)
    let stopping: Promise<void> | undefined
    return {
      url: `http://${options.host ?? '127.0.0.1'}:${port}`,
      ...(adminPort === undefined ? {} : { adminUrl: `http://127.0.0.1:${adminPort}` }),
      networkIds: service.chains.map(({ networkId }) => networkId),
      states: () => service.indexer.states(),
      sync: () => service.indexer.sync(),
      setFaults: service.faults.set,
      stop() {
        stopping ??= stopAll()
        return stopping
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function serve(app: Hono, where: ListenOptions, started: (() => Promise<unknown>)[]): Promise<number> {
  const server = createServer(getRequestListener(app.fetch))
  const bound = await listen(server, where)
  started.push(() => close(server))
  return bound
}

async function openKept(
  target: string | undefined,
  started: (() => Promise<unknown>)[],
): Promise<OpenDatabase> {
  if (target !== undefined) {
    const database = await openDatabase(target)
    started.push(() => database.close())
    return database
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallet-data-'))
  started.push(() => rm(folder, { recursive: true, force: true }))
  const database = await openDatabase(join(folder, 'wallet-data.db'))
  started.push(() => database.close())
  return database
}

type OpenedChain = Awaited<ReturnType<typeof openChain>>

async function openChains(
  options: WalletDataOptions,
  database: OpenDatabase,
  started: (() => Promise<unknown>)[],
): Promise<readonly OpenedChain[]> {
  const opened: OpenedChain[] = []
  for (const node of options.nodes) {
    const one = await openChain(node, database.writes)
    started.push(() => one.chain.stop())
    opened.push(one)
  }
  return opened
}

function createService(
  options: WalletDataOptions,
  database: OpenDatabase,
  opened: readonly OpenedChain[],
): Service {
  const now = options.now ?? Date.now
  const settings = settingsOf(options)
  const coins = createAnswerCache({ milliseconds: coinMilliseconds })
  const tokens = createAnswerCache({ milliseconds: indexedMilliseconds })
  const histories = createAnswerCache({ milliseconds: indexedMilliseconds })
  const identities = createAnswerCache({ milliseconds: identityMilliseconds })
  const indexer: Indexer = startIndexer({
    followers: opened.flatMap(({ follower }) => follower ?? []),
    pollMilliseconds: options.pollMilliseconds ?? 200,
    onChange(_networkId, touched) {
      for (const cache of [coins, tokens, histories]) {
        if (touched === 'all') cache.forgetAll()
        else for (const address of touched) cache.forget(address)
      }
    },
  })
  const limit = options.rateLimit ?? defaultRateLimit
  return {
    database,
    chains: opened.map(({ chain }) => chain),
    evmNetworks: opened.flatMap(({ evmNetwork }) => evmNetwork ?? []),
    indexer,
    prices: createPriceTable(options.prices ?? [], options.perDollar),
    coins,
    tokens,
    histories,
    identities,
    buckets: limit === false ? undefined : createTokenBuckets(limit, now),
    faults: createFaultSwitch(options.faults),
    metrics: createMetrics(),
    quota: createQuota({ settings, now }),
    settings,
    now,
    report: options.report ?? warn,
  }
}

const warn = (error: unknown) =>
  process.emitWarning(error instanceof Error ? error : String(error), 'WalletDataWarning')

function settingsOf(options: WalletDataOptions): ServiceSettings {
  return {
    projects: options.projects && new Set(options.projects),
    quota: options.quota,
    quotaExemptNetworks: new Set(options.quotaExemptNetworks),
    zones: options.zones ?? ['latchkey.id'],
    spam: new Set(options.spam?.map((address) => address.toLowerCase())),
    certifiedWallets: new Set(options.certifiedWallets),
    swaps: options.swaps ?? {},
    onrampUrl: options.onrampUrl,
    isAnalyticsEnabled: options.isAnalyticsEnabled ?? true,
    analyticsOrigins: options.analyticsOrigins && new Set(options.analyticsOrigins),
    trustedHops: Number(options.trustProxy ?? 0),
  }
}
