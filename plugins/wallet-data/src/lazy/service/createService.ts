import type { Clock, HttpService, LogService } from '@latchkey/kernel/plugin'
import type { HistoryPage, Identity, NameRegistryService, PricesService } from '@latchkey/kernel/contracts'
import type { ServiceOptions } from '../../options.js'
import type { AnalyticsSinkService } from '../../tokens/analyticsSink.js'
import type { HostedDirectoryService } from '../../tokens/hostedDirectory.js'
import type { HistoryQuestion } from '../activity.js'
import type { Chains } from '../chains.js'
import type { AccountRequest, FoundHoldings } from '../direct/directHoldings.js'
import type { HoldingsQuestion } from '../holdings.js'
import type { NameQuestion, Resolved } from '../names.js'
import type { Source } from '../sources.js'
import { createClient } from './createClient.js'
import { createCoverage } from './createCoverage.js'
import { createServiceActivity } from './serviceActivity.js'
import { createServiceAnalytics } from './serviceAnalytics.js'
import { createServiceCollectibles, type ServiceCollectibles } from './serviceCollectibles.js'
import { createServiceDirectory } from './serviceDirectory.js'
import { createServiceHoldings } from './serviceHoldings.js'
import { createServiceNames } from './serviceNames.js'
import { createServicePrices } from './servicePrices.js'
import { createServiceRegistry } from './serviceRegistry.js'

export interface ServiceTools {
  readonly chains: Chains
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
  readonly signal: AbortSignal
  readonly options: ServiceOptions
  justMoved(question: AccountRequest): readonly string[]
  onRegistered(address: string): void
}

export interface Service {
  readonly holdings: Source<HoldingsQuestion, FoundHoldings>
  readonly activity: Source<HistoryQuestion, HistoryPage>
  readonly collectibles: ServiceCollectibles
  readonly prices: PricesService
  readonly lookup: Source<AccountRequest, Identity>
  readonly resolver: Source<NameQuestion, Resolved>
  /** Present with a zone. */
  readonly registry: NameRegistryService | undefined
  readonly directory: HostedDirectoryService
  readonly analytics: AnalyticsSinkService
}

/** Everything that a wallet-data service answers. Loaded only where one is named. */
export function createService(tools: ServiceTools): Service {
  const { chains, clock, log, options, justMoved, onRegistered } = tools
  const client = createClient(tools)
  const coverage = createCoverage({ client, clock, chains, networks: options.networks })
  const shared = { client, coverage, chains, clock, log }
  const zone = options.nameZone
  const tellOf = (things: string) => (count: number, of: number) =>
    log.warn(`The wallet-data service told ${count} of ${of} ${things} in a way that cannot be read.`)
  return {
    holdings: createServiceHoldings({ ...shared, justMoved }),
    activity: createServiceActivity({ ...shared, onBadRows: tellOf('transactions') }),
    collectibles: createServiceCollectibles({ ...shared, onBadRows: tellOf('collectibles') }),
    prices: createServicePrices({ ...shared, projectId: options.projectId }),
    ...createServiceNames({ ...shared, options }),
    registry:
      zone === undefined
        ? undefined
        : createServiceRegistry({ client, clock, zone, origin: new URL(options.url).origin, onRegistered }),
    directory: createServiceDirectory(client, options.url),
    analytics: createServiceAnalytics(client),
  }
}
