import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { AccountActions, routeView, view } from '@latchkey/ui-react'
import { watchOnly as core } from '../watchOnly.js'
import { WatchAddressRoute } from '../watchAddressRoute.js'

/**
 * Watch-only accounts with their view: a list of two plugins for `createKernel`.
 *
 * @example
 * createKernel([eip155({ networks }), watchOnly()])
 */
export function watchOnly(): readonly Plugin[] {
  const views = definePlugin({
    id: 'watchOnly.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(WatchAddressRoute, {
          id: 'watchOnly.views.address',
          title: { section: 'watchOnly', key: 'title', text: 'Watch an account' },
          skeleton: 'form',
          load: () => import('./WatchAddressView.js'),
        }),
      )
      context.add(
        View,
        view(AccountActions, { id: 'watchOnly.views.watching', load: () => import('./WatchingNotice.js') }),
      )
    },
  })
  return [core(), views]
}
