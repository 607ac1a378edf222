import { AllWalletsRoute } from '@latchkey/kernel/wallet'
import { definePlugin, type Plugin, View } from '@latchkey/kernel/plugin'
import {
  AllWalletsBadge,
  ConnectRecommended,
  GetWalletChoices,
  routeView,
  view,
  WalletLists,
  WalletRules,
} from '@latchkey/ui-react'
import { allowsWallet } from '../allowsWallet.js'
import { knownCount } from '../knownCount.js'
import { walletDirectory as core, WalletDirectory, type WalletDirectoryOptions } from '../walletDirectory.js'

/** The most wallets that a hosted list recommends at once. */
const recommendedCount = 2

const loadParts = () => import('./directoryParts.js')
const loadViews = () => import('./directoryViews.js')

/**
 * The list of wallets with its view, 'All wallets'.
 *
 * @example
 * createKernel([eip155({ networks }), walletConnect({ projectId: '…' }), walletDirectory()])
 */
export function walletDirectory(options: WalletDirectoryOptions = {}): readonly Plugin[] {
  const views = definePlugin({
    id: 'walletDirectory.view',
    kernel: '^1.0.0',
    optional: { directory: WalletDirectory },
    setup(context, { directory }) {
      context.add(
        View,
        routeView(AllWalletsRoute, {
          title: { section: 'walletDirectory', key: 'title', text: 'All wallets' },
          load: async () => ({ default: (await loadViews()).AllWalletsView }),
        }),
      )
      context.add(WalletRules, {
        id: 'walletDirectory',
        allows: ({ walletId, ...wallet }) =>
          allowsWallet({ ...wallet, ...(walletId === undefined ? {} : { id: walletId }) }, options),
      })
      const { include, exclude, platform, namespaces } = options
      const isWhole = !include && !exclude && !platform && !namespaces
      context.add(WalletLists, {
        id: 'walletDirectory',
        find: async (wallet) => directory && (await loadParts()).findWallet(directory, wallet),
      })
      if (isWhole) {
        context.add(
          View,
          view(AllWalletsBadge, {
            id: 'walletDirectory.count',
            load: async () => ({ default: (await loadParts()).WalletCount }),
          }),
        )
      }
      context.add(
        View,
        view(GetWalletChoices, {
          id: 'walletDirectory.toGet',
          rows: knownCount,
          load: async () => ({ default: (await loadViews()).WalletsToGet }),
        }),
      )
      context.add(
        View,
        view(ConnectRecommended, {
          id: 'walletDirectory.recommended',
          rows: directory?.hosted ? recommendedCount : knownCount,
          load: async () => ({ default: (await loadParts()).RecommendedWallets }),
        }),
      )
    },
  })
  return [core(options), views]
}
