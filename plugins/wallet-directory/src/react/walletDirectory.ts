import { AllWalletsRoute, definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import { routeView } from '@latchkey/ui-react'
import { walletDirectory as core, type WalletDirectoryOptions } from '../walletDirectory.js'

/**
 * The list of wallets with its view, 'All wallets'.
 *
 * @example
 * createKernel([eip155({ networks }), walletConnect({ projectId: '…' }), walletDirectory()])
 */
export function walletDirectory(options?: WalletDirectoryOptions): readonly Plugin[] {
  const view = definePlugin({
    id: 'walletDirectory.view',
    kernel: '^1.0.0',
    setup(context) {
      context.add(
        View,
        routeView(AllWalletsRoute, { title: 'All wallets', load: () => import('./AllWalletsView.js') }),
      )
    },
  })
  return [core(options), view]
}
