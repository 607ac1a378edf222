import type { Kit } from '../Kit.js'
import { moveWagmiConfigs } from '../wagmiConfig.js'
import { moveButtons } from './moveButtons.js'
import { moveHooks } from './moveHooks.js'
import { moveProvider } from './moveProvider.js'
import { rainbowKitConfig } from './rainbowKitConfig.js'

/** RainbowKit 2.2, whose apps are on wagmi 2. */
export const rainbowKit: Kit = {
  page: 'rainbowkit',
  owns,
  packages: ['@rainbow-me/rainbowkit'],
  styles: { '@rainbow-me/rainbowkit/styles.css': '@latchkey/ui-react/styles.css' },
  move(app) {
    moveWagmiConfigs(app, rainbowKitConfig(owns))
    for (const file of app.files) {
      moveProvider(app, file, owns)
      moveButtons(app, file, owns)
      moveHooks(app, file, owns)
    }
  },
  advice: {
    AuthenticationStatus: 'Read `isSignedIn` of `useSiwx()` of @latchkey/plugin-siwx/react.',
    AvatarComponent: 'Draw the account’s head by the slot `AccountHeader` of @latchkey/ui-react.',
    DisclaimerComponent: 'Give `connect={{ termsUrl, privacyUrl, legalCheckbox }}` to `KernelProvider`.',
    Locale: 'Give `locale` and `messages` to `KernelProvider`.',
    RainbowKitAuthenticationProvider:
      'List `siwx({ siweConfig })` of @latchkey/plugin-siwx/react in the kernel.',
    Theme: 'Give `theme` and `themeVariables` to `KernelProvider`.',
    createAuthenticationAdapter: 'Write a `siweConfig` for `siwx()` of @latchkey/plugin-siwx/react.',
    cssObjectFromTheme: 'Set `--lk-accent` and the other variables in your own style sheet.',
    cssStringFromTheme: 'Set `--lk-accent` and the other variables in your own style sheet.',
    getDefaultWallets: 'List `latchkeyConnector(kernel)` as the only connector of your wagmi config.',
    getWalletConnectConnector: 'List `walletConnect({ projectId })` in the kernel.',
    useAddRecentTransaction:
      'Take it out before you run the app: without RainbowKit’s provider it throws. What is sent by `useSendTransaction(EvmCalls)` of @latchkey/ui-react is in the activity at once; list `activity()` of @latchkey/plugin-activity.',
  },
}

function owns(module: string): boolean {
  return module === '@rainbow-me/rainbowkit' || module.startsWith('@rainbow-me/rainbowkit/')
}
