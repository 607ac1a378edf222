import type { Clock, HttpService, LogService, PluginContext } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type {
  ActivityService,
  CollectiblesService,
  HistoryPage,
  HoldingsService,
  NamesService,
  PricesService,
} from '@latchkey/kernel/contracts'
import type { TransactionDecided } from '@latchkey/kernel/transaction'
import type { ServiceOptions, WalletDataOptions } from '../options.js'
import { createActivity, type HistoryQuestion } from './activity.js'
import { createCollectibles } from './collectibles.js'
import { createChains } from './chains.js'
import { createDirectActivity } from './direct/directActivity.js'
import { createDirectCollectibles } from './direct/directCollectibles.js'
import { createDirectHoldings } from './direct/directHoldings.js'
import { createDirectNames } from './direct/directNames.js'
import { createListedTokens } from './direct/listedTokens.js'
import { createTokenLists } from './direct/tokenLists.js'
import { createHoldings } from './holdings.js'
import { createKeptTokens } from './keptTokens.js'
import { createMovedTokens } from './movedTokens.js'
import { createNames } from './names.js'
import type { Source } from './sources.js'
import { createWalletHoldings } from './walletHoldings.js'
import type { Service } from './service/createService.js'

export interface ProviderTools {
  readonly context: Pick<PluginContext, 'list' | 'signal'>
  readonly clock: Clock
  readonly log: LogService
  readonly http: HttpService
  readonly wallets: WalletsService
  readonly options: WalletDataOptions
  /** Absent where no service is named. */
  readonly serviceOptions: ServiceOptions | undefined
}

export interface Providers {
  readonly holdings: HoldingsService
  readonly activity: ActivityService
  readonly names: Required<Omit<NamesService, 'supports'>>
  readonly prices: PricesService
  readonly collectibles: Omit<CollectiblesService, 'supports'>
  readonly service: Service | undefined
  /** Drops kept answers about an account that has just changed, and remembers which tokens moved. */
  settled(decided: TransactionDecided): void
}

/** Everything behind the tokens, loaded with the first request. */
export async function createProviders(tools: ProviderTools): Promise<Providers> {
  const { context, clock, log, http, wallets, serviceOptions } = tools
  const chains = createChains(wallets)
  const moved = createMovedTokens(clock)
  const service = serviceOptions && (await loadService(serviceOptions))

  async function loadService(own: ServiceOptions): Promise<Service> {
    const { createService } = await import('./service/createService.js')
    return createService({
      chains,
      http,
      clock,
      log,
      signal: context.signal,
      options: own,
      justMoved: moved.of,
      onRegistered: (address) => names.forget(address),
    })
  }

  async function loadHistories(): Promise<readonly Source<HistoryQuestion, HistoryPage>[]> {
    const sources = tools.options.histories ?? []
    if (sources.length === 0) return []
    const { createMergedHistory } = await import('./histories/createMergedHistory.js')
    const { signal } = context
    return [createMergedHistory({ chains, http, clock, log, signal, sources, service: service?.activity })]
  }

  const { holdings, activity, collectibles } = createReaders(tools, chains, service, await loadHistories())
  const direct = createDirectNames(chains)
  const zone = serviceOptions?.nameZone
  const names = createNames({
    chains,
    clock,
    log,
    lookups: [...(service ? [service.lookup] : []), direct.lookup],
    authority(name) {
      // A service is believed for the zone that the host named, and for no other name.
      const isOwn = service && zone !== undefined && name.endsWith(`.${zone}`)
      return isOwn ? { ...service.resolver, host: new URL(serviceOptions.url).host } : direct.resolver
    },
  })
  return {
    holdings: holdings.service,
    activity: activity.service,
    names: names.service,
    prices: service?.prices ?? { read: () => Promise.resolve(undefined) },
    collectibles: collectibles.service,
    service,
    settled({ address, record: { networkId, transfers } }) {
      const tokens = transfers.flatMap(({ asset, collectible }) => (asset && !collectible ? [asset] : []))
      const request = { networkId, address: chains.canonical(networkId, address) }
      moved.add(request, tokens)
      holdings.forget(request)
      activity.forget(request)
      collectibles.forget(request)
    },
  }
}

/** What is asked about an account, from its wallet, the service and the chains, in this order. */
function createReaders(
  { context, clock, log, http, wallets, options }: ProviderTools,
  chains: ReturnType<typeof createChains>,
  service: Service | undefined,
  histories: readonly Source<HistoryQuestion, HistoryPage>[],
) {
  const kept = createKeptTokens(context, chains, log)
  const listed = createListedTokens(options.tokenLists ?? [], { http, clock, log })
  const tokens = createTokenLists(chains, options, kept, listed)
  const directHoldings = createDirectHoldings({ chains, tokens: tokens.wanted, kept })
  const holdings = createHoldings({
    chains,
    clock,
    kept,
    lister: tokens.lister,
    sources: [createWalletHoldings({ wallets }), ...(service ? [service.holdings] : []), directHoldings],
  })
  const activity = createActivity({
    chains,
    clock,
    sources: [...histories, ...(service ? [service.activity] : []), createDirectActivity(chains)],
  })
  const collectibles = createCollectibles({
    chains,
    clock,
    sources: [...(service ? [service.collectibles] : []), createDirectCollectibles(chains)],
  })
  return { holdings, activity, collectibles }
}
