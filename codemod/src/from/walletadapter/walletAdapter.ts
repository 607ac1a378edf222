import { type CallExpression, SyntaxKind } from 'ts-morph'
import type { EditedFile } from '../EditedFile.js'
import type { Helper } from '../helpers/Helper.js'
import { connectionProvider, useConnection } from '../helpers/solanaConnection.js'
import { useAnchorWallet, useWallet, useWalletModal } from '../helpers/solanaWallet.js'
import { localName, usesOf } from '../imports.js'
import type { App, Kit } from '../Kit.js'
import { moveMultiButtons } from './moveMultiButtons.js'
import { moveWalletProvider } from './moveWalletProvider.js'

const owns = (module: string) => module.startsWith('@solana/wallet-adapter-')

/** Solana's wallet-adapter: `-react` 0.15, `-react-ui` 0.9 and the adapters of single wallets. */
export const walletAdapter: Kit = {
  page: 'wallet-adapter',
  owns,
  packages: [
    '@solana/wallet-adapter-base',
    '@solana/wallet-adapter-react',
    '@solana/wallet-adapter-react-ui',
    '@solana/wallet-adapter-wallets',
  ],
  styles: { '@solana/wallet-adapter-react-ui/styles.css': '@latchkey/ui-react/styles.css' },
  move(app) {
    for (const file of app.files) {
      moveWalletProvider(app, file, owns)
      moveMultiButtons(file, owns)
      moveHooks(app, file)
      moveClusters(file)
    }
  },
  advice: {
    WalletConnectButton: 'Draw a `ConnectButton.Custom` of @latchkey/ui-react.',
    WalletDisconnectButton:
      'Call `disconnect` of `useDisconnect()` of @latchkey/ui-react from a button of your own.',
    WalletModalContext: 'Call `useModal()` of @latchkey/ui-react.',
    useLocalStorage: 'Keep the value by code of your own.',
  },
}

const hooks: readonly Helper[] = [
  useWallet,
  useAnchorWallet,
  useWalletModal,
  useConnection,
  connectionProvider,
]

/** Members of `useWallet()` that the app's own hook doesn't have. */
const gone: Readonly<Record<string, string>> = {
  autoConnect:
    'An earlier session is taken up by itself; `enableReconnect: false` of `createKernel` turns that off.',
  select: 'Call `connect` of `useConnect()` of @latchkey/ui-react with an id of its `connectors`.',
  signIn: 'Use `wallet.use(SignIn)` of @latchkey/plugin-solana, or list `siwx()`.',
  wallets: 'Read `connectors` of `useConnect()` of @latchkey/ui-react.',
}

function moveHooks(app: App, file: EditedFile): void {
  for (const hook of hooks) {
    const name = hook.export ?? hook.name
    const local = localName(file.file, owns, name)
    if (local === undefined) continue
    app.help(file, hook)
    for (const use of usesOf(file.file, local)) {
      file.replace(use, name)
      if (hook === useWallet) leaveMembers(file, use.getParentIfKind(SyntaxKind.CallExpression))
    }
  }
}

function leaveMembers(file: EditedFile, call: CallExpression | undefined): void {
  const pattern = call
    ?.getParentIfKind(SyntaxKind.VariableDeclaration)
    ?.getNameNode()
    .asKind(SyntaxKind.ObjectBindingPattern)
  for (const element of pattern?.getElements() ?? []) {
    const name = element.getPropertyNameNode()?.getText() ?? element.getName()
    const advice = gone[name]
    if (advice !== undefined) file.leave(element, `\`useWallet()\` has no \`${name}\` any more. ${advice}`)
  }
}

const clusters: Readonly<Record<string, string>> = {
  Mainnet: 'mainnet-beta',
  Testnet: 'testnet',
  Devnet: 'devnet',
}

/** Writes the cluster's name in place of `WalletAdapterNetwork.Devnet`, as web3.js takes it. */
function moveClusters(file: EditedFile): void {
  const local = localName(file.file, owns, 'WalletAdapterNetwork')
  if (local === undefined) return
  for (const use of usesOf(file.file, local)) {
    const access = use.getParentIfKind(SyntaxKind.PropertyAccessExpression)
    const cluster = clusters[access?.getName() ?? '']
    if (access && cluster !== undefined)
      file.replace(access, `'${cluster}'${file.isTyped ? ' as const' : ''}`)
  }
}
