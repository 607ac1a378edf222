import type { EditedFile } from '../EditedFile.js'
import { useAppKit, useAppKitAccount, useAppKitNetwork } from '../helpers/appKitHelpers.js'
import { localName, usesOf } from '../imports.js'
import { attributesOf, openingsOf, renameTag } from '../jsx.js'
import type { App, Kit } from '../Kit.js'

const owns = (module: string) => module === '@reown/appkit' || /^@reown\/appkit[-/]/.test(module)

/** AppKit 1.8 in React, after its public documentation: its buttons and hooks. What it's made with is left to a person. */
export const appKit: Kit = {
  page: 'appkit',
  owns,
  packages: ['@reown/appkit', '@reown/appkit-adapter-wagmi'],
  marks: ['<appkit-', '<w3m-'],
  styles: {},
  move(app) {
    for (const file of app.files) {
      moveAppKitButtons(app, file)
      moveAppKitHooks(app, file)
    }
  },
  advice: {
    AppKitProvider: 'Put `<KernelProvider kernel={kernel}>` of @latchkey/ui-react there.',
    SolanaAdapter: 'List `solana()` of @latchkey/plugin-solana in the kernel.',
    BitcoinAdapter: 'List `bip122()` of @latchkey/plugin-bip122 in the kernel.',
    EthersAdapter:
      'List `eip155({ networks })` in the kernel; "The connected wallet in your SDK" says how ethers takes the wallet.',
    WagmiAdapter:
      'Write `createConfig` of wagmi with `latchkeyConnector(kernel)` of @latchkey/plugin-eip155/wagmi.',
    createAppKit:
      'Write `createKernel` of @latchkey/kernel, and put `<KernelProvider kernel={kernel}>` around the app.',
    useAppKitBalance: 'Read `useBalance()` of @latchkey/ui-react.',
    useAppKitEvents: 'Read `useEvents()` of @latchkey/ui-react.',
    useAppKitProvider: 'Read `useProvider(Eip155Provider)` of @latchkey/ui-react.',
    useAppKitState: 'Read `useModal()` and `useNetwork()` of @latchkey/ui-react.',
    useAppKitTheme:
      'Read `useTheme()` of @latchkey/ui-react: `mode`, `setMode`, `variables`, `setVariables`.',
    useDisconnect: 'Call `disconnect` of `useDisconnect()` of @latchkey/ui-react.',
    useWalletInfo:
      'Read `connection` of `useAccount()` of @latchkey/ui-react, and its name by `useWalletName()`.',
  },
}

const ours = ['AccountButton', 'ConnectButton', 'NetworkButton'] as const

/** Our buttons take the attributes of the same names. */
const buttons: Readonly<Record<string, (typeof ours)[number]>> = {
  AppKitButton: 'ConnectButton',
  AppKitConnectButton: 'ConnectButton',
  AppKitAccountButton: 'AccountButton',
  AppKitNetworkButton: 'NetworkButton',
}
const elements: Readonly<Record<string, (typeof ours)[number]>> = {
  button: 'ConnectButton',
  'connect-button': 'ConnectButton',
  'account-button': 'AccountButton',
  'network-button': 'NetworkButton',
}

const known: Readonly<Record<(typeof ours)[number], readonly string[]>> = {
  AccountButton: ['balance', 'disabled', 'namespace', 'key'],
  ConnectButton: ['balance', 'disabled', 'label', 'loadingLabel', 'namespace', 'size', 'key'],
  NetworkButton: ['disabled', 'label', 'namespace', 'key'],
}

function moveAppKitButtons(app: App, file: EditedFile): void {
  const tags = [
    ...Object.entries(buttons).map(([name, button]) => [localName(file.file, owns, name), button] as const),
    ...Object.entries(elements).flatMap(([name, button]) =>
      ['appkit', 'w3m'].map((prefix) => [`${prefix}-${name}`, button] as const),
    ),
  ]
  for (const [tag, button] of tags) {
    for (const opening of tag === undefined ? [] : openingsOf(file.file, tag)) {
      const attributes = attributesOf(opening)
      if (!attributes) {
        file.leave(opening, `\`<${tag}>\` spreads its attributes. Write them out, and run this again.`)
        continue
      }
      renameTag(file, opening, button)
      file.import('@latchkey/ui-react', button)
      app.need('@latchkey/ui-react')
      for (const { name, node } of attributes) {
        if (known[button].includes(name)) continue
        file.remove(node)
        file.leave(node, `\`${name}\` was taken out. \`${button}\` has no such attribute.`)
      }
    }
  }
}

function moveAppKitHooks(app: App, file: EditedFile): void {
  for (const hook of [useAppKit, useAppKitAccount, useAppKitNetwork]) {
    const local = localName(file.file, owns, hook.name)
    if (local === undefined) continue
    app.help(file, hook)
    for (const use of usesOf(file.file, local)) file.replace(use, hook.name)
  }
}
