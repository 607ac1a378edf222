import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { receive as core, type ReceiveOptions } from '../receive.js'
import { CompatibleNetworksRoute, ReceiveRoute, ReceiveTokenRoute } from '../receiveRoutes.js'

/** Said once: the bundler writes the list of files it loads wherever this stands. */
const loadViews = () => import('./receiveViews.js')

/**
 * Receiving with its views: a list of two plugins for `createKernel`. Options as of `receive` of the main entry.
 *
 * @example
 * createKernel([eip155({ networks }), receive()])
 */
export function receive(options?: ReceiveOptions): readonly Plugin[] {
  const drawn = definePlugin({
    id: 'receive.views',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(ReceiveRoute, {
          id: 'receive.views.receive',
          title: { section: 'receive', key: 'title', text: 'Receive' },
          skeleton: 'code',
          load: async () => ({ default: (await loadViews()).ReceiveView }),
        }),
      )
      context.add(
        View,
        routeView(CompatibleNetworksRoute, {
          id: 'receive.views.networks',
          title: { section: 'receive', key: 'titleNetworks', text: 'Compatible networks' },
          load: async () => ({ default: (await loadViews()).CompatibleNetworksView }),
        }),
      )
      context.add(
        View,
        routeView(ReceiveTokenRoute, {
          id: 'receive.views.token',
          title: { section: 'receive', key: 'titleToken', text: 'Choose an asset' },
          load: async () => ({ default: (await loadViews()).ReceiveTokenView }),
        }),
      )
    },
  })
  return [core(options), drawn]
}
