import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { Collectibles } from '@latchkey/kernel/contracts'
import { AccountTabs, AccountTotal, routeView, ShownBalance, view } from '@latchkey/ui-react'
import { balances as core } from '../balances.js'
import type { BalancesOptions } from '../BalancesOptions.js'
import { Balances, TokensRoute } from '../BalancesService.js'

/**
 * What the account holds, with its views: total and switch under the account's name, the tabs Tokens and NFTs, and all
 * tokens in a view of their own. A list of two plugins for `createKernel`. Options and errors as of `balances` of the
 * main entry. NFTs are shown where a provider of collectibles is listed and can list those of the network.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances({ currency: 'eur' })])
 */
export function balances(options: BalancesOptions = {}): readonly Plugin[] {
  return [core(options), views()]
}

const loadViews = () => import('./balancesViews.js')

function views(): Plugin {
  return definePlugin({
    id: 'balances.views',
    kernel: '^1.0.0',
    requires: { balances: Balances, wallets: Wallets },
    optional: { collectibles: Collectibles },
    provides: [ShownBalance],
    setup(context, { balances: { state }, wallets, collectibles }) {
      context.provide(ShownBalance, () => ({ state }))
      context.add(
        View,
        view(AccountTotal, {
          id: 'balances.views.total',
          load: async () => ({ default: (await loadViews()).TotalWorth }),
        }),
      )
      context.add(
        View,
        view(AccountTabs, {
          id: 'balances.views.tokens',
          label: { section: 'balances', key: 'tokens', text: 'Tokens' },
          order: 10,
          load: async () => ({ default: (await loadViews()).TokensTab }),
        }),
      )
      context.add(
        View,
        routeView(TokensRoute, {
          id: 'balances.views.all',
          title: { section: 'balances', key: 'tokens', text: 'Tokens' },
          load: async () => ({ default: (await loadViews()).TokensView }),
        }),
      )
      if (!collectibles) return
      const canList = () => {
        const wallet = wallets.active()
        return wallet !== undefined && collectibles.supports(wallet.networkId)
      }
      context.add(
        View,
        view(AccountTabs, {
          id: 'balances.views.collectibles',
          label: { section: 'balances', key: 'collectibles', text: 'NFTs' },
          order: 20,
          when: canList,
          load: async () => ({ default: (await loadViews()).CollectiblesTab }),
        }),
      )
    },
  })
}
