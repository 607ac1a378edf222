import type { Import } from './importLines.js'

/** Something that an app can have beside its chains. */
export interface Feature {
  readonly id: string
  readonly label: string
  readonly imports: readonly Import[]
  /** Its lines in the list of plugins. */
  readonly plugins: readonly string[]
  /** Whether it reads what accounts hold and did. */
  readonly readsWalletData?: boolean
  /** The chain that it works on alone. */
  readonly chain?: string
  /** A setting of the app: the feature is listed once it's there. */
  readonly setting?: {
    /** Its name in the code. */
    readonly name: string
    /** Its name in the environment, behind what the bundler wants before it. */
    readonly variable: string
    /** Says what it is, and where to get one. */
    readonly text: string
    /** Says what an app without it does not offer. */
    readonly without: string
  }
}

const react = (name: string, ...names: readonly string[]): Import => ({
  from: `@latchkey/plugin-${name}/react`,
  names,
})

/** The features to choose from, in the order in which an app lists them. */
export const features: readonly Feature[] = [
  {
    id: 'wallet-directory',
    label: 'Wallets to search for and to install',
    imports: [react('wallet-directory', 'walletDirectory')],
    plugins: ['walletDirectory()'],
  },
  {
    id: 'walletconnect',
    label: 'Wallets on phones (WalletConnect)',
    imports: [react('walletconnect', 'walletConnect')],
    plugins: ['projectId ? walletConnect({ projectId }) : null'],
    setting: {
      name: 'projectId',
      variable: 'WALLETCONNECT_PROJECT_ID',
      text: 'The id that the public relay knows your app by; its operator gives you one.',
      without: 'wallets on phones',
    },
  },
  {
    id: 'email',
    label: 'Login by email, with a service that you run',
    imports: [react('email-auth', 'emailAuth')],
    plugins: ['frameUrl ? emailAuth({ frameUrl, passkey: true }) : null'],
    setting: {
      name: 'frameUrl',
      variable: 'WALLET_FRAME_URL',
      text: 'The address of the frame of your embedded wallet, such as `https://wallet.example.com/frame`.',
      without: 'logins by email',
    },
  },
  {
    id: 'ledger',
    label: 'Ledger devices',
    imports: [react('ledger', 'ledger')],
    plugins: ['ledger()'],
  },
  {
    id: 'watch-only',
    label: 'Any address, to look at',
    imports: [react('watch-only', 'watchOnly')],
    plugins: ['watchOnly()'],
  },
  {
    id: 'balances',
    label: 'Tokens, collectibles and a total',
    imports: [react('balances', 'balances', 'portfolio')],
    plugins: ['balances()', 'portfolio()'],
    readsWalletData: true,
  },
  {
    id: 'prices',
    label: 'What tokens are worth, by a public service',
    imports: [{ from: '@latchkey/plugin-prices', names: ['defiLlama', 'prices'] }],
    plugins: ['prices([defiLlama()])'],
  },
  {
    id: 'identity',
    label: 'Names and pictures of accounts',
    imports: [react('identity', 'identity')],
    plugins: ['identity()'],
    readsWalletData: true,
  },
  {
    id: 'activity',
    label: 'What happened in an account',
    imports: [react('activity', 'activity')],
    plugins: ['activity()'],
    readsWalletData: true,
  },
  {
    id: 'send',
    label: 'Send',
    imports: [react('send', 'send')],
    plugins: ['send()'],
    readsWalletData: true,
  },
  {
    id: 'receive',
    label: 'Receive',
    imports: [react('receive', 'receive')],
    plugins: ['receive()'],
  },
  {
    id: 'swap',
    label: 'Swap, through pools of EVM networks',
    imports: [react('swap', 'swap'), { from: '@latchkey/plugin-swap/evm', names: ['evmSwaps'] }],
    plugins: ['swap()', 'evmSwaps()'],
    readsWalletData: true,
    chain: 'eip155',
  },
  {
    id: 'approvals',
    label: 'What others may move, and how to take it back',
    imports: [react('approvals', 'approvals')],
    plugins: ['approvals()'],
    readsWalletData: true,
  },
  {
    id: 'address-book',
    label: 'Names that people give to addresses',
    imports: [react('address-book', 'addressBook')],
    plugins: ['addressBook()'],
  },
  {
    id: 'icons',
    label: 'Logos of networks, tokens and wallets',
    imports: [{ from: '@latchkey/icons', names: ['icons'] }],
    plugins: ['icons()'],
  },
]
