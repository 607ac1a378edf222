import { localName, stated } from '../imports.js'
import type { ConfigRules } from '../wagmiConfig.js'

/** Members that change how single wallets are reached. */
const ofWallets = ['coinbaseWalletPreference', 'enableAaveAccount', 'aaveAccountOptions']

/** Reads `getDefaultConfig`, whose answer wagmi's `createConfig` takes. */
export function connectKitConfig(owns: (module: string) => boolean): ConfigRules {
  return {
    owns,
    maker: 'getDefaultConfig',
    takesConnectors(file, connectors) {
      const maker = localName(file.file, owns, 'getDefaultConnectors')
      const call = stated(file.file, connectors.getText()) ?? connectors
      return maker !== undefined && call.getText().startsWith(`${maker}(`)
    },
    read(file, members) {
      const text = (name: string) => members.get(name)?.getText()
      for (const name of ofWallets) {
        const value = members.get(name)
        if (value) file.leave(value, `\`${name}\` was taken out. It has no counterpart here.`)
      }
      return {
        taken: ['appName', 'appDescription', 'appUrl', 'appIcon', 'walletConnectProjectId', ...ofWallets],
        projectId: text('walletConnectProjectId'),
        app: {
          name: text('appName'),
          description: text('appDescription'),
          url: text('appUrl'),
          icon: text('appIcon'),
        },
        featured: [],
      }
    },
  }
}
