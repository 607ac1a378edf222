import type { Clock, LogService, PluginContext } from '@latchkey/kernel/plugin'
import type { WalletDataOptions } from '../options.js'
import type { ActivityService } from '../tokens/activity.js'
import type { CollectiblesService } from '../tokens/collectibles.js'
import type { HoldingsService } from '../tokens/holdings.js'
import type { NamesService } from '../tokens/names.js'
import { createActivity } from './activity.js'
import { createChains } from './chains.js'
import { createDirectActivity } from './direct/directActivity.js'
import { type AccountRequest, createDirectHoldings } from './direct/directHoldings.js'
import { createDirectNames } from './direct/directNames.js'
import { createTokenLists } from './direct/tokenLists.js'
import { collectiblesUnavailable } from './errors.js'
import { createHoldings } from './holdings.js'
import { createNames } from './names.js'

export interface ProviderTools {
  readonly context: Pick<PluginContext, 'list' | 'signal'>
  readonly clock: Clock
  readonly log: LogService
  readonly options: WalletDataOptions
}

export interface Providers {
  readonly holdings: HoldingsService
  readonly activity: ActivityService
  readonly names: Omit<NamesService, 'supports'>
  readonly collectibles: Omit<CollectiblesService, 'supports'>
  /** Drops kept answers about an account that has just changed. */
  forget(request: AccountRequest): void
}

/** Everything behind the tokens, loaded with the first question. */
export function createProviders({ context, clock, log, options }: ProviderTools): Providers {
  const chains = createChains(context)
  const holdings = createHoldings({
    chains,
    clock,
    sources: [createDirectHoldings({ chains, tokens: createTokenLists(chains, options) })],
  })
  const activity = createActivity({ chains, clock, sources: [createDirectActivity(chains)] })
  const direct = createDirectNames(chains)
  const names = createNames({
    chains,
    clock,
    log,
    lookups: [direct.lookup],
    resolvers: () => [direct.resolver],
  })
  return {
    holdings: holdings.service,
    activity: activity.service,
    names,
    collectibles: { read: ({ networkId }) => Promise.reject(collectiblesUnavailable(networkId)) },
    forget(request) {
      holdings.forget(request)
      activity.forget(request)
    },
  }
}
