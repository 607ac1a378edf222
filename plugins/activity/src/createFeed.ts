import type { BaseError, PluginContext } from '@latchkey/kernel/plugin'
import { loadForPlugin } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import type { ActivityChoice, ActivityFeedService } from './ActivityFeed.js'
import { TransactionsOpened } from './events.js'
import type { ActivityController } from './lazy/createActivityController.js'
import type { Tools } from './lazy/tools.js'
import { TransactionsRoute } from './routes.js'

export type FeedDeps = Omit<Tools, 'state' | 'context' | 'watched'> & Pick<ActivityFeedService, 'currency'>

/** The service, and what calls its code: loaded on the first `use`. */
export function createFeed(context: PluginContext, { currency, ...deps }: FeedDeps) {
  const { wallets, navigation, log } = deps
  const state = proxy<Tools['state']>({ entries: {}, replacements: {}, fault: undefined })
  const watchers = new Set<ActivityChoice>()
  let controller: ActivityController | undefined
  const load = loadForPlugin(context, 'The activity', async () => {
    const { createActivityController } = await import('./lazy/createActivityController.js')
    controller = createActivityController({
      ...deps,
      state,
      context,
      watched: () => [...watchers].flatMap(({ namespace }) => namespace ?? wallets.active()?.namespace ?? []),
    })
    return controller
  })

  async function use(action: (controller: ActivityController) => unknown): Promise<void> {
    try {
      const loaded = await load()
      state.fault = undefined
      await action(loaded)
    } catch (error) {
      state.fault = error as BaseError
      log.error('The activity cannot be read now.', error)
    }
  }

  /** Nothing is loaded before the activity is on screen, or something is sent. */
  const update = () => {
    if (controller) controller.update()
    else if (watchers.size > 0) void use((loaded) => loaded.update())
  }

  const feed: ActivityFeedService = {
    state,
    currency,
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
    replace: (prepared, pending, accepted) => use((loaded) => loaded.replace(prepared, pending, accepted)),
    forget: (id) => void use((loaded) => loaded.forget(id)),
    refresh: (choice) => use((loaded) => loaded.refresh(choice?.namespace)),
  }
  return { feed, use, update }
}
