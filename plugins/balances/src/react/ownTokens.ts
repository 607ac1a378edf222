import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { Balances } from '../BalancesService.js'
import { ownTokens as core } from '../ownTokens.js'
import { OwnTokens, OwnTokensRoute } from '../OwnTokensService.js'

/**
 * Lets a person add tokens by their address and hide tokens, in a view that opens from the tokens of the account. A list of
 * two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), walletData(), balances(), ownTokens()])
 */
export function ownTokens(): readonly Plugin[] {
  return [core(), views()]
}

function views(): Plugin {
  return definePlugin({
    id: 'ownTokens.views',
    kernel: '^1.0.0',
    requires: { tokens: OwnTokens, balances: Balances },
    setup(context) {
      context.add(
        View,
        routeView(OwnTokensRoute, {
          id: 'ownTokens.views.all',
          title: { section: 'balances', key: 'ownTokens', text: 'Your tokens' },
          skeleton: 'form',
          // By itself: a page without own tokens would load it with the views of balances.
          load: () => import('./OwnTokensView.js'),
        }),
      )
    },
  })
}
