import { definePlugin, View } from '@latchkey/kernel/plugin'
import { WhatIsAWalletRoute } from '@latchkey/kernel/wallet'
import { AccountHeader, routeView, view } from '@latchkey/ui-react'

/** A head of the account with its name, and an explanation of wallets in the place of the shell's own. */
export function exampleViews() {
  return definePlugin({
    id: 'example.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        view(AccountHeader, { id: 'example.views.name', load: () => import('./AccountName.js') }),
      )
      context.add(
        View,
        routeView(WhatIsAWalletRoute, {
          title: { section: 'exampleViews', key: 'title', text: 'Wallets' },
          load: () => import('./AboutWallets.js'),
        }),
      )
    },
  })
}
