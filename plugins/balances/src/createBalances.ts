import type { BaseError, PluginContext, StorageService } from '@latchkey/kernel/plugin'
import { loadForPlugin } from '@latchkey/kernel/wallet'
import type { SettledOptions } from './BalancesOptions.js'
import type { BalancesService, NamespaceChoice } from './BalancesService.js'
import { createState } from './createState.js'
import { hiddenKey } from './hiddenKey.js'
import type { BalancesController } from './lazy/createBalancesController.js'
import type { Tools } from './lazy/tools.js'

export interface BalancesDeps extends Omit<Tools, 'state' | 'options' | 'signal' | 'watched'> {
  readonly storage: StorageService
}

/** The service, and what calls its code: loaded on the first `use`. */
export function createBalances(context: PluginContext, deps: BalancesDeps, options: SettledOptions) {
  const { wallets, storage, log } = deps
  const { signal } = context
  const state = createState(options)
  const watchers = new Set<NamespaceChoice>()
  let controller: BalancesController | undefined
  const watched = () =>
    [...watchers].flatMap(({ namespace }) => namespace ?? wallets.active()?.namespace ?? [])
  const load = loadForPlugin(context, 'The balances', async () => {
    const { createBalancesController } = await import('./lazy/createBalancesController.js')
    controller = createBalancesController({ ...deps, state, options, signal, watched })
    return controller
  })

  async function use(action: (controller: BalancesController) => unknown): Promise<void> {
    try {
      const loaded = await load()
      state.fault = undefined
      await action(loaded)
    } catch (error) {
      state.fault = error as BaseError
      log.error('Balances cannot be read now.', error)
    }
  }

  /** Nothing is loaded before a balance is on screen. */
  const update = () => {
    const isWanted = watchers.size > 0 || Object.keys(options.buttonTokens).length > 0
    if (controller) controller.update()
    else if (isWanted) void use(({ update: go }) => go())
  }

  const readHidden = () => {
    state.hidden = storage.read(hiddenKey) ?? options.hidden
  }

  const service: BalancesService = {
    state,
    watch({ namespace } = {}) {
      const watcher = { namespace }
      watchers.add(watcher)
      update()
      return () => {
        if (watchers.delete(watcher)) controller?.update()
      }
    },
    async refresh({ namespace } = {}) {
      const chosen = wallets.active(namespace)?.namespace
      if (chosen !== undefined) await use(({ refresh }) => refresh(chosen))
    },
    setHidden(hidden) {
      state.hidden = hidden
      storage.write(hiddenKey, hidden)
    },
  }
  return { service, use, update, readHidden }
}
