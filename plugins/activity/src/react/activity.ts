import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { PendingTransactionRoute } from '@latchkey/kernel/wallet'
import { AccountTabs, routeView, view } from '@latchkey/ui-react'
import { type ActivityOptions, activity as core } from '../activity.js'
import { TransactionsRoute } from '../routes.js'

/**
 * What the account did, with its views: the tab Activity, and all transactions in a view of their own, reached from the
 * tab. A list of two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), activity()])
 */
export function activity(options?: ActivityOptions): readonly Plugin[] {
  return [core(options), views()]
}

const loadViews = () => import('./activityViews.js')

function views(): Plugin {
  return definePlugin({
    id: 'activity.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(AccountTabs, {
          id: 'activity.views.tab',
          label: { section: 'activity', key: 'activity', text: 'Activity' },
          order: 30,
          load: async () => ({ default: (await loadViews()).ActivityTab }),
        }),
      )
      context.add(
        View,
        routeView(TransactionsRoute, {
          id: 'activity.views.all',
          title: { section: 'activity', key: 'activity', text: 'Activity' },
          load: async () => ({ default: (await loadViews()).TransactionsView }),
        }),
      )
      context.add(
        View,
        routeView(PendingTransactionRoute, {
          id: 'activity.views.pending',
          title: { section: 'activity', key: 'pendingTitle', text: 'Pending transaction' },
          load: async () => ({ default: (await loadViews()).PendingTransactionView }),
        }),
      )
    },
  })
}
