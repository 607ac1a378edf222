import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { fundWallet as core } from '../fundWallet.js'
import { FundWalletRoute } from '../routes.js'

/** One action for every way to add funds, with its view: a list of two plugins for `createKernel`. */
export function fundWallet(): readonly Plugin[] {
  const views = definePlugin({
    id: 'fund.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(FundWalletRoute, {
          id: 'fund.views.fund',
          title: { section: 'onramp', key: 'titleFund', text: 'Add funds' },
          load: () => import('./FundWalletView.js'),
        }),
      )
    },
  })
  return [core(), views]
}
