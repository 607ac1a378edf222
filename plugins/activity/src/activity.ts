import {
  type BaseError,
  Clock,
  definePlugin,
  lazy,
  Log,
  Navigation,
  Notifications,
  type Plugin,
  Wallets,
  Storage,
  Activity,
  TransactionSettled,
  TransactionSubmitted,
} from '@latchkey/kernel/plugin'
import { proxy } from 'valtio/vanilla'
import { type AccountActivity, type ActivityChoice, ActivityFeed } from './ActivityFeed.js'
import { TransactionsOpened } from './events.js'
import type { Controller } from './lazy/createController.js'
import { TransactionsRoute } from './routes.js'

/**
 * Past transactions of the connected account, and those this app just sent until the chain has decided. Needs a provider
 * of activity, such as `walletData()`. List `activity` of `@latchkey/plugin-activity/react` for the views.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), activity()])
 */
export function activity(): Plugin {
  return definePlugin({
    id: 'activity',
    kernel: '^1.0.0',
    requires: {
      activity: Activity,
      wallets: Wallets,
      navigation: Navigation,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    provides: [ActivityFeed],
    setup(context, deps) {
      const { wallets, navigation, log } = deps
      const state = proxy<{ entries: Record<string, AccountActivity>; fault: BaseError | undefined }>({
        entries: {},
        fault: undefined,
      })
      const watchers = new Set<ActivityChoice>()
      let controller: Controller | undefined
      const load = lazy('The activity', async () => {
        const { createController } = await import('./lazy/createController.js')
        controller ??= createController({
          ...deps,
          state,
          context,
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
          log.error('The activity cannot be read now.', error)
        }
      }

      /** Nothing is loaded before somebody looks, or sends. */
      const update = () => {
        if (controller) controller.update()
        else if (watchers.size > 0) void use((loaded) => loaded.update())
      }

      context.provide(ActivityFeed, () => ({
        state,
        watch(choice = {}) {
          const watcher = { ...choice }
          watchers.add(watcher)
          update()
          return () => {
            if (watchers.delete(watcher)) controller?.update()
          }
        },
        loadMore: (choice) => use((loaded) => loaded.loadMore(choice?.namespace)),
        open(choice) {
          const kind = wallets.active(choice?.namespace)?.account.kind
          context.emit(TransactionsOpened, { isSmartAccount: kind === 'smartAccount' })
          const params = choice?.namespace === undefined ? undefined : { namespace: choice.namespace }
          return navigation.open(TransactionsRoute, params)
        },
        refresh: (choice) => use((loaded) => loaded.refresh(choice?.namespace)),
      }))

      return {
        start() {
          context.on(TransactionSubmitted, (sent) => void use((loaded) => loaded.submitted(sent)))
          context.on(TransactionSettled, (decided) => void use((loaded) => loaded.settled(decided)))
          context.defer(wallets.subscribe(update))
        },
      }
    },
  })
}
