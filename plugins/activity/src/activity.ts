import {
  type BaseError,
  Clock,
  definePlugin,
  lazy,
  Log,
  Namespace,
  type NamespaceId,
  Navigation,
  Networks,
  Notifications,
  type Plugin,
  Session,
  Storage,
  Activity,
  TransactionSettled,
  TransactionSubmitted,
} from '@latchkey/kernel/plugin'
import { proxy, subscribe } from 'valtio/vanilla'
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
      session: Session,
      networks: Networks,
      navigation: Navigation,
      notifications: Notifications,
      storage: Storage,
      clock: Clock,
      log: Log,
    },
    provides: [ActivityFeed],
    setup(context, deps) {
      const { session, networks, navigation, log } = deps
      const state = proxy<{ entries: Record<string, AccountActivity>; fault: BaseError | undefined }>({
        entries: {},
        fault: undefined,
      })
      const watchers = new Set<ActivityChoice>()
      const chosen = ({ namespace }: ActivityChoice = {}): NamespaceId | undefined =>
        namespace ?? session.state.activeNamespace
      let controller: Controller | undefined
      const load = lazy('The activity', async () => {
        const { createController } = await import('./lazy/createController.js')
        controller ??= createController({
          ...deps,
          state,
          context,
          namespaces: () => context.list(Namespace),
          watched: () => [...watchers].flatMap((choice) => chosen(choice) ?? []),
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
        loadMore: (choice) => use((loaded) => loaded.loadMore(chosen(choice))),
        open(choice) {
          const namespace = chosen(choice)
          const account = namespace === undefined ? undefined : session.activeAccount(namespace)
          context.emit(TransactionsOpened, { isSmartAccount: account?.kind === 'smartAccount' })
          const params = choice?.namespace === undefined ? undefined : { namespace: choice.namespace }
          return navigation.open(TransactionsRoute, params)
        },
        refresh: (choice) => use((loaded) => loaded.refresh(chosen(choice))),
      }))

      return {
        start() {
          context.on(TransactionSubmitted, (sent) => void use((loaded) => loaded.submitted(sent)))
          context.on(TransactionSettled, (decided) => void use((loaded) => loaded.settled(decided)))
          context.defer(subscribe(session.state, update))
          context.defer(subscribe(networks.state, update))
        },
      }
    },
  })
}
