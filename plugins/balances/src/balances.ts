import {
  type BaseError,
  Clock,
  definePlugin,
  lazy,
  Log,
  NativeBalances,
  Notifications,
  type Plugin,
  Wallets,
  Storage,
  Holdings,
  Prices,
  TransactionSettled,
} from '@latchkey/kernel/plugin'
import { type BalancesOptions, readOptions } from './BalancesOptions.js'
import { Balances, type NamespaceChoice } from './BalancesService.js'
import { createState } from './createState.js'
import { hiddenKey } from './hiddenKey.js'
import type { Controller } from './lazy/createController.js'

/**
 * Tokens of the connected account with their worth and a total. Needs a provider of holdings, such as `walletData()`;
 * a provider of prices is asked for what the holdings lack. List `balances` of `@latchkey/plugin-balances/react` for
 * the views.
 *
 * @throws KernelConfigError that says everything that is wrong with the options.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances()])
 */
export function balances(given: BalancesOptions = {}): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: 'balances',
    kernel: '^1.0.0',
    requires: {
      holdings: Holdings,
      wallets: Wallets,
      native: NativeBalances,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    optional: { prices: Prices },
    provides: [Balances],
    setup(context, deps) {
      const { wallets, storage, log } = deps
      const state = createState(options)
      const watchers = new Set<NamespaceChoice>()
      let controller: Controller | undefined
      const load = lazy('The balances', async () => {
        const { createController } = await import('./lazy/createController.js')
        controller ??= createController({
          ...deps,
          state,
          options,
          signal: context.signal,
          watched: () =>
            [...watchers].flatMap(({ namespace }) => namespace ?? wallets.active()?.namespace ?? []),
        })
        if (context.signal.aborted) controller.dispose()
        return controller
      })
      context.defer(() => controller?.dispose())

      async function use(action: (controller: Controller) => unknown): Promise<void> {
        try {
          const loaded = await load()
          state.fault = undefined
          await action(loaded)
        } catch (error) {
          state.fault = error as BaseError
          log.error('Balances cannot be read now.', error)
        }
      }

      /** Nothing is loaded before somebody wants to see a balance. */
      const update = () => {
        const isWanted = watchers.size > 0 || Object.keys(options.buttonTokens).length > 0
        if (controller) controller.update()
        else if (isWanted) void use(({ update: go }) => go())
      }

      const readHidden = () => {
        state.hidden = storage.read(hiddenKey) ?? options.hidden
      }

      context.provide(Balances, () => ({
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
      }))

      return {
        start() {
          readHidden()
          context.defer(storage.watch(hiddenKey, readHidden))
          context.defer(wallets.subscribe(update))
          context.on(TransactionSettled, (decided) => void use(({ settled }) => settled(decided)))
          update()
        },
      }
    },
  })
}
