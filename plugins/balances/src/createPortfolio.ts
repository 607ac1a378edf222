import {
  type BaseError,
  type Clock,
  lazy,
  type LogService,
  type NetworkId,
  type PluginContext,
  type StorageService,
} from '@latchkey/kernel/plugin'
import type { HoldingsService, PriceCurrency, PricesService } from '@latchkey/kernel/contracts'
import type { SessionService, WalletsService } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import type { AccountBalances } from './BalancesService.js'
import type { PortfolioController } from './lazy/createPortfolioController.js'
import type { PortfolioService, PortfolioState } from './PortfolioService.js'
import { hiddenTokensKey, testnetsKey } from './portfolioKeys.js'

export type WritablePortfolio = {
  -readonly [key in keyof PortfolioState]: key extends 'entries'
    ? Record<string, AccountBalances>
    : PortfolioState[key]
}

export interface PortfolioDeps {
  readonly holdings: HoldingsService
  readonly wallets: WalletsService
  readonly session: SessionService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly prices: PricesService | undefined
}

/** The service; its code is loaded when it is first shown. */
export function createPortfolio(context: PluginContext, deps: PortfolioDeps, currency: PriceCurrency) {
  const { storage, log } = deps
  const { signal } = context
  const state = proxy<WritablePortfolio>({
    entries: {},
    total: undefined,
    unpriced: 0,
    showsTestnets: false,
    hiddenTokens: [],
    currency,
    fault: undefined,
  })
  const watchers = new Set<symbol>()
  let controller: PortfolioController | undefined
  const load = lazy('The portfolio', async () => {
    const { createPortfolioController } = await import('./lazy/createPortfolioController.js')
    controller ??= createPortfolioController({ ...deps, state, signal, isWatched: () => watchers.size > 0 })
    if (signal.aborted) controller.dispose()
    return controller
  })
  context.defer(() => controller?.dispose())

  const update = () => {
    if (controller) controller.update()
    else if (watchers.size > 0) void loadAndUpdate()
  }

  async function loadAndUpdate(): Promise<void> {
    try {
      const loaded = await load()
      state.fault = undefined
      loaded.update()
    } catch (error) {
      state.fault = error as BaseError
      log.error('The portfolio cannot be read now.', error)
    }
  }

  const { readChoices, ...choices } = createChoices(state, storage, () => controller?.update())
  const service: PortfolioService = {
    ...choices,
    state,
    watch() {
      const watcher = Symbol('watcher')
      watchers.add(watcher)
      update()
      return () => {
        if (watchers.delete(watcher)) controller?.update()
      }
    },
    // The first `watch` reads everything.
    refresh: (networkId) => controller?.refresh(networkId),
  }
  return { service, update, readChoices }
}

/** What the person chose, kept over a reload. */
function createChoices(state: WritablePortfolio, storage: StorageService, onChange: () => void) {
  return {
    readChoices(): void {
      state.showsTestnets = storage.read(testnetsKey) ?? false
      state.hiddenTokens = storage.read(hiddenTokensKey) ?? []
    },
    setShowsTestnets(shows: boolean): void {
      state.showsTestnets = shows
      storage.write(testnetsKey, shows)
      onChange()
    },
    setTokenHidden(networkId: NetworkId, key: string, hidden: boolean): void {
      const name = `${networkId}/${key}`
      const others = state.hiddenTokens.filter((one) => one !== name)
      state.hiddenTokens = hidden ? [...others, name] : others
      storage.write(hiddenTokensKey, state.hiddenTokens)
      onChange()
    },
  }
}
