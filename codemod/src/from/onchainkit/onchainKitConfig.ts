import { SyntaxKind } from 'ts-morph'
import { localName, stated } from '../imports.js'
import type { ConfigRules } from '../wagmiConfig.js'

const isConnectors = (module: string) => module === 'wagmi/connectors' || module === 'wagmi'
/** Connectors whose wallets the kernel reaches without them. */
const covered = ['coinbaseWallet', 'baseAccount', 'injected', 'metaMask']

/** Takes the connectors that OnchainKit's guides list: Coinbase's, and those of wallets of the page. */
export const onchainKitConfig: ConfigRules = {
  owns: () => false,
  takesConnectors({ file }, connectors) {
    const list = (stated(file, connectors.getText()) ?? connectors).asKind(SyntaxKind.ArrayLiteralExpression)
    const known = covered.map((name) => localName(file, isConnectors, name))
    return (
      list?.getElements().every((one) => {
        const call = one.asKind(SyntaxKind.CallExpression)
        return call !== undefined && known.includes(call.getExpression().getText())
      }) === true
    )
  },
  read(file, members) {
    const connectors = members.get('connectors')
    if (connectors && /\b(?:coinbaseWallet|baseAccount)\(/.test(connectors.getText()))
      file.leave(
        connectors,
        'Coinbase’s connector was taken out. List `baseAccount()` of @latchkey/plugin-base-account in the kernel to offer Base Account and Coinbase Wallet to everybody.',
      )
    return {
      taken: [],
      app: { name: undefined, description: undefined, url: undefined, icon: undefined },
    }
  },
}
