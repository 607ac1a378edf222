import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView, safeText } from '@latchkey/ui-react'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { DownloadsRoute } from '../downloadsRoute.js'
import type { WalletConnectOptions } from '../readOptions.js'
import { walletConnect as core } from '../walletConnect.js'

const loadViews = () => import('./walletConnectViews.js')

/**
 * WalletConnect with its view: the code to scan, and the way into a wallet's app on a phone. Takes the options of the
 * plugin without views.
 *
 * @throws WalletConnectError `WALLET_CONNECT_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), walletConnect({ projectId: '…' })])
 */
export function walletConnect(options: WalletConnectOptions): readonly Plugin[] {
  const view = definePlugin({
    id: 'walletConnect.view',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(ConnectingWalletConnectRoute, {
          title: ({ wallet }) =>
            wallet
              ? safeText(wallet.name, 32)
              : { section: 'walletConnect', key: 'title', text: 'WalletConnect' },
          skeleton: 'code',
          load: async () => ({ default: (await loadViews()).ConnectingWalletConnectView }),
        }),
      )
      context.add(
        View,
        routeView(DownloadsRoute, {
          title: ({ wallet }) => safeText(wallet.name, 32),
          load: async () => ({ default: (await loadViews()).DownloadsView }),
        }),
      )
    },
  })
  return [core(options), view]
}
