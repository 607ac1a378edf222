import type { Kit } from '../Kit.js'
import { moveWagmiConfigs } from '../wagmiConfig.js'
import { connectKitConfig } from './connectKitConfig.js'
import { moveConnectKitButtons } from './moveConnectKitButtons.js'
import { moveConnectKitHooks } from './moveConnectKitHooks.js'
import { moveConnectKitProvider } from './moveConnectKitProvider.js'

const owns = (module: string) => module === 'connectkit'

/** ConnectKit 1.9, whose apps are on wagmi 2. */
export const connectKit: Kit = {
  page: 'connectkit',
  owns,
  packages: ['connectkit'],
  styles: {},
  move(app) {
    moveWagmiConfigs(app, connectKitConfig(owns))
    for (const file of app.files) {
      moveConnectKitProvider(app, file, owns)
      moveConnectKitButtons(app, file, owns)
      moveConnectKitHooks(app, file, owns)
    }
  },
  advice: {
    Avatar: 'Draw `Avatar` of @latchkey/ui-react.',
    ChainIcon: 'Draw `NetworkIcon` of @latchkey/ui-react.',
    Context: 'Read `useTheme()` and `useModal()` of @latchkey/ui-react.',
    SIWEButton: 'Draw a button that calls `sign` of `useSiwx()` of @latchkey/plugin-siwx/react.',
    SIWEConfig: 'Write `SiweConfig` of @latchkey/plugin-siwx.',
    SIWEProvider: 'List `siwx({ siweConfig })` of @latchkey/plugin-siwx/react in the kernel.',
    SIWESession: 'Write `SiweSession` of @latchkey/plugin-siwx.',
    Types: 'Give `theme` and `themeVariables` to `KernelProvider`, whose types have no other names.',
    getDefaultConnectors: 'List `latchkeyConnector(kernel)` as the only connector of your wagmi config.',
    useSIWE:
      'Read `isSignedIn`, and call `sign` and `signOut`, of `useSiwx()` of @latchkey/plugin-siwx/react.',
    wallets: 'Name the ids of wallets in `walletDirectory({ featured })`.',
  },
}
