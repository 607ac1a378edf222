import { Allowances } from '@latchkey/kernel/contracts'
import { definePlugin, Feature, type Plugin, View } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { routeView } from '@latchkey/ui-react'
import { approvals as core, type ApprovalsOptions } from '../approvals.js'
import { ApprovalsRoute } from '../routes.js'

/**
 * Approvals with their view, which an action of the account leads to. A list of two plugins for `createKernel`. Options as of
 * `approvals` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), approvals()])
 */
export function approvals(options?: ApprovalsOptions): readonly Plugin[] {
  return [core(options), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'approvals.views',
    kernel: '^1.0.0',
    requires: { navigation: Navigation },
    setup(context, { navigation }) {
      context.add(Feature, {
        id: 'approvals',
        label: { section: 'approvals', key: 'title', text: 'Approvals' },
        icon: () => import('./ApprovalsIcon.js'),
        // After everything that moves money.
        order: 900,
        needs: Allowances,
        open: () => void navigation.push(ApprovalsRoute),
      })
      context.add(
        View,
        routeView(ApprovalsRoute, {
          id: 'approvals.views.list',
          title: { section: 'approvals', key: 'title', text: 'Approvals' },
          load: () => import('./ApprovalsView.js'),
        }),
      )
    },
  })
}
