import { openSession } from '@latchkey/service-kit'
import type { OpenDatabase } from './database/openDatabase.js'
import type { Schema } from './database/schema.js'
import { hostedWallets } from './directory/hostedWallets.js'
import { type AnswerCache, createAnswerCache } from './http/answerCache.js'
import { createFaultSwitch } from './http/faults.js'
import { createTokenBuckets, type RateLimit, type TokenBuckets } from './http/tokenBucket.js'
import { type Indexer, startIndexer } from './indexer/startIndexer.js'
import { takeTurns } from './indexer/takeTurns.js'
import { createAnalytics } from './store/analytics.js'
import type { WalletDataOptions } from './options.js'
import { createPriceTable } from './prices/priceTable.js'
import { createMultipliers } from './routes/createMultipliers.js'
import { nameless } from './routes/identity.js'
import { createQuota } from './routes/quota.js'
import type { Lifecycle, Service, ServiceSettings } from './service.js'
import { announceNothing, createAnnounce, noticeChannel, readNotice, type Touched } from './shared/changes.js'
import type { SharedRedis } from './shared/openRedis.js'
import { createRecentChanges, type RecentChanges } from './shared/recentChanges.js'
import { createSharedAnswers } from './shared/sharedAnswers.js'
import { createSharedBuckets } from './shared/sharedBuckets.js'
import type { ServiceParts } from './startWalletData.js'

const defaultRateLimit = { capacity: 2000, refillPerSecond: 1000 }
/** In a day as many as at once. */
const defaultNameLimit = { capacity: 100, refillPerSecond: 100 / 86_400 }
/** A coin may move without a block that tells of it. */
const coinMilliseconds = 1_000
/** What comes from the index is forgotten with the block that changes it, so that it may be kept. */
const indexedMilliseconds = 300_000
const identityMilliseconds = 60_000

/** Puts the service together and starts its reading of the chains. */
export function createService(options: WalletDataOptions, parts: ServiceParts): Service {
  const { database, instance, opened, redis, metrics, report } = parts
  const now = options.now ?? Date.now
  const settings = settingsOf(options)
  const isShared = database.kind === 'postgres'
  const lifecycle: Lifecycle = { isStopping: false, isHearing: !isShared, isIndexing: !isShared }
  const recent = createRecentChanges(database)
  const caches = createCaches(options, database, lifecycle)
  const announce = isShared ? createAnnounce(instance) : announceNothing
  return {
    database,
    chains: opened.map(({ chain }) => chain),
    evmNetworks: opened.flatMap(({ evmNetwork }) => evmNetwork ?? []),
    indexer: startReading(options, parts, { caches, recent, lifecycle, announce }),
    directory: hostedWallets(settings.certifiedWallets),
    prices: createPriceTable(options.prices ?? [], options.perDollar),
    multipliers: createMultipliers(now),
    ...caches,
    sharedIdentities: createSharedAnswers(redis, {
      kind: 'identity',
      milliseconds: identityMilliseconds,
      usual: nameless,
    }),
    buckets: createBuckets(options.rateLimit ?? defaultRateLimit, redis, now),
    nameBuckets: createBuckets(options.nameLimit ?? defaultNameLimit, redis, now),
    analytics: createAnalytics(database.writes, options.analyticsKept),
    faults: createFaultSwitch(options.faults),
    metrics,
    quota: createQuota({ settings, now }, redis),
    settings,
    recent,
    announce,
    lifecycle,
    now,
    report,
  }
}

type Caches = Readonly<Record<'coins' | 'tokens' | 'histories' | 'identities', AnswerCache>>

function createCaches(options: WalletDataOptions, { version }: OpenDatabase, lifecycle: Lifecycle): Caches {
  const isHeard = () => lifecycle.isHearing
  // Another process may write the file, which tells nobody.
  const isUntold = options.nodes.some(({ isFollowed }) => isFollowed === false)
  const indexed = {
    milliseconds: indexedMilliseconds,
    isKept: isHeard,
    ...(version && isUntold ? { version } : {}),
  }
  return {
    coins: createAnswerCache({ milliseconds: coinMilliseconds }),
    tokens: createAnswerCache(indexed),
    histories: createAnswerCache(indexed),
    identities: createAnswerCache({ milliseconds: identityMilliseconds, isKept: isHeard }),
  }
}

function createBuckets(
  rateLimit: RateLimit | false,
  redis: SharedRedis | undefined,
  now: () => number,
): TokenBuckets | undefined {
  if (rateLimit === false) return undefined
  const own = createTokenBuckets(rateLimit, now)
  return redis ? createSharedBuckets(rateLimit, redis, own) : own
}

interface Reading extends Pick<Service, 'recent' | 'announce' | 'lifecycle'> {
  readonly caches: Caches
  readonly recent: RecentChanges
}

/** Each instance of a PostgreSQL hears what changes there, and one of them reads the chains. */
function startReading(
  { pollMilliseconds = 200, database: target = '' }: WalletDataOptions,
  { database, instance, opened, report }: ServiceParts,
  { caches, recent, lifecycle, announce }: Reading,
): Indexer {
  const follows = opened.flatMap(({ follow }) => follow ?? [])
  const onTouched = (touched: Touched) => {
    recent.note(touched)
    for (const cache of [caches.coins, caches.tokens, caches.histories]) {
      if (touched === 'all') cache.forgetAll()
      else for (const address of touched) cache.forget(address)
    }
  }
  const onChange = (_networkId: string, touched: Touched) => onTouched(touched)
  if (database.kind === 'embedded') {
    const followers = follows.map((follow) => follow(database.writes, announce.touched))
    return startIndexer({ followers, pollMilliseconds, onChange })
  }
  return takeTurns({
    follows,
    networkIds: opened.map(({ chain }) => chain.networkId),
    database: database.writes,
    announce,
    pollMilliseconds,
    onChange,
    openSession: (hear) =>
      openSession<Schema>({
        target,
        channel: noticeChannel,
        onNotice(text) {
          const notice = readNotice(text)
          if (notice && notice.from !== instance) hear(notice)
        },
      }),
    onNotice({ touched, names }) {
      if (touched) onTouched(touched)
      for (const address of names ?? []) caches.identities.forget(address)
    },
    onHearing(isHearing) {
      // What was read before somebody listened may have changed since.
      for (const cache of Object.values(caches)) cache.forgetAll()
      recent.note('all')
      lifecycle.isHearing = isHearing
    },
    onTurn(isOurs) {
      lifecycle.isIndexing = isOurs
    },
    report,
  })
}

function settingsOf(options: WalletDataOptions): ServiceSettings {
  return {
    projects: options.projects && new Set(options.projects),
    quota: options.quota,
    quotaExemptNetworks: new Set(options.quotaExemptNetworks),
    zones: options.zones ?? ['latchkey.id'],
    origins: new Set(options.origins?.map((address) => new URL(address).origin)),
    spam: new Set(options.spam?.map((address) => address.toLowerCase())),
    certifiedWallets: new Set(options.certifiedWallets),
    swaps: options.swaps ?? {},
    onrampUrl: options.onrampUrl,
    isAnalyticsEnabled: options.isAnalyticsEnabled ?? true,
    analyticsOrigins: options.analyticsOrigins && new Set(options.analyticsOrigins),
    trustedHops: Number(options.trustProxy ?? 0),
    metricsToken: options.metricsToken,
  }
}
