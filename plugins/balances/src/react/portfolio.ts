import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { AccountTabs, routeView, view } from '@latchkey/ui-react'
import { portfolio as core, type PortfolioOptions } from '../portfolio.js'
import { Balances } from '../BalancesService.js'
import { Portfolio, PortfolioRoute } from '../PortfolioService.js'

/**
 * What all connected accounts hold on all networks, as a tab of the Account view and a view of its own. A list of two
 * plugins for `createKernel`. Options and errors as of `portfolio` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances(), portfolio()])
 */
export function portfolio(options: PortfolioOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'portfolio.views',
    kernel: '^1.0.0',
    // Whether amounts are covered is one choice for the whole page.
    requires: { portfolio: Portfolio, balances: Balances },
    setup(context) {
      const label = { section: 'balances', key: 'allNetworks', text: 'All networks' }
      context.add(
        View,
        view(AccountTabs, {
          id: 'portfolio.views.tab',
          label,
          order: 15,
          load: async () => ({ default: (await import('./balancesViews.js')).PortfolioTab }),
        }),
      )
      context.add(
        View,
        routeView(PortfolioRoute, {
          id: 'portfolio.views.all',
          title: label,
          load: async () => ({ default: (await import('./balancesViews.js')).PortfolioView }),
        }),
      )
    },
  })
}
