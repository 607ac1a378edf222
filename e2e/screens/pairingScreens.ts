import { AllWalletsRoute, ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Connector, definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'
import type { Kernel, PluginInput } from '@latchkey/kernel'
import { HostedDirectory, type HostedDirectoryService } from '@latchkey/plugin-wallet-data'
import { WalletDirectory, type WalletDirectoryOptions } from '@latchkey/plugin-wallet-directory'
import { walletDirectory } from '@latchkey/plugin-wallet-directory/react'
import { ConnectingWalletConnectRoute } from '@latchkey/plugin-walletconnect'
import type { KernelProviderProps } from '@latchkey/ui-react'
import { codeFor, standingPairing } from '../../plugins/walletconnect/test/standingPairing.js'
import { fakeWallet } from '../../ui-react/test/fakeWallets.js'
import { click, makeKernel, type Screen, wait, write } from './screen.js'

interface Scenario {
  readonly name: string
  readonly kernel: () => Kernel
  readonly provider?: Partial<KernelProviderProps>
  readonly act: (kernel: Kernel) => Promise<void>
  readonly phone?: boolean
}

const uri = codeFor(3_600)

const everywhere: ListedWallet = {
  id: 'everywhere',
  name: 'Everywhere Wallet',
  homepage: 'https://everywhere.example/',
  links: {
    native: 'everywhere://',
    universal: 'https://link.everywhere.example',
    webapp: 'https://web.everywhere.example',
    desktop: 'everywhere-desktop://',
  },
  chromeStoreId: 'a'.repeat(32),
  stores: {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=everywhere',
  },
}
const long: ListedWallet = {
  ...everywhere,
  name: 'The Extraordinarily Long Wallet of Everybody and Everyone',
}

/** The views of pairing over a pairing that stands still. */
function pairing(
  answer: NonNullable<Parameters<typeof standingPairing>[0]['answer']>,
  shown: 'code' | 'none' | 'ending' = 'code',
): readonly PluginInput[] {
  const renewsAt = Date.now() + (shown === 'ending' ? 4_000 : 230_000)
  return standingPairing({ answer, ...(shown === 'none' ? {} : { pairing: { uri, renewsAt } }) }).plugins
}

function hosted(read: HostedDirectoryService['read']): Plugin {
  return definePlugin({
    id: 'screens.hosted',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) => context.provide(HostedDirectory, () => ({ read })),
  })
}

const many: HostedDirectoryService['read'] = async ({ page, entries = 40, badge, search = '' }) => {
  const all = Array.from({ length: 250 }, (_, index) => ({
    id: `hosted-${index}`,
    name: `Hosted ${index}`,
    isCertified: index % 2 === 0,
    mobileLink: 'hosted://',
  })).filter(({ isCertified, name }) => (isCertified || !badge) && name.includes(search))
  return { wallets: all.slice((page - 1) * entries, page * entries), count: all.length }
}

const make = (...plugins: PluginInput[]) => makeKernel(plugins)

const pair = (wallet?: ListedWallet, given?: string) => async (kernel: Kernel) => {
  window.open = () => null
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, {
    connectorId: 'walletConnect',
    ...(wallet ? { wallet } : {}),
    ...(given === undefined ? {} : { uri: given }),
  })
  await wait(300)
}

const then =
  (...steps: ((kernel: Kernel) => Promise<unknown>)[]) =>
  async (kernel: Kernel) => {
    for (const step of steps) await step(kernel)
    await wait(200)
  }

interface ListSetting {
  readonly options?: WalletDirectoryOptions
  readonly read?: HostedDirectoryService['read']
  readonly installed?: readonly string[]
}

const list =
  ({ options, read, installed = [] }: ListSetting = {}) =>
  () =>
    make(...pairing('hold'), wallets(installed), read && hosted(read), walletDirectory(options))

function wallets(names: readonly string[]): Plugin {
  return definePlugin({
    id: 'screens.wallets',
    kernel: '^1.0.0',
    setup(context) {
      for (const name of names) context.add(Connector, fakeWallet(name).connector)
    },
  })
}

const openList = async (kernel: Kernel) => {
  kernel.get(Navigation).open(AllWalletsRoute)
  await wait(400)
}

const openConnect = async (kernel: Kernel) => {
  kernel.get(Navigation).open(ConnectRoute)
  await wait(600)
}

const remember =
  (...ids: string[]) =>
  async (kernel: Kernel) => {
    for (const id of ids) kernel.get(WalletDirectory).remember(id)
  }

const longNames: readonly ListedWallet[] = [long, { ...everywhere, name: 'محفظة في كل مكان' }]

const failing = () => Promise.reject(new Error('Down.'))
const never = () => new Promise<never>(() => {})

const code = () => make(...pairing('hold'))

const scenarios: readonly Scenario[] = [
  { name: 'code', kernel: code, act: pair() },
  { name: 'code-preparing', kernel: () => make(...pairing('hold', 'none')), act: pair() },
  { name: 'code-ending', kernel: () => make(...pairing('hold', 'ending')), act: pair() },
  { name: 'code-given', kernel: code, act: pair(undefined, uri) },
  {
    name: 'code-given-expired',
    kernel: code,
    act: pair(undefined, uri.replace(/Timestamp=\d+/, 'Timestamp=1')),
  },
  { name: 'code-given-malformed', kernel: code, act: pair(undefined, 'javascript:alert(1)') },
  { name: 'code-copied', kernel: code, act: then(pair(), () => click('copy-wc2-uri')) },
  { name: 'code-wallet', kernel: code, act: pair(everywhere) },
  { name: 'code-wallet-long', kernel: code, act: pair(long) },
  { name: 'code-wallet-only', kernel: code, act: pair({ id: 'plain', name: 'Plain wallet' }) },
  { name: 'unreachable', kernel: () => make(...pairing('unreachable')), act: pair() },
  { name: 'declined', kernel: () => make(...pairing('reject')), act: pair(everywhere) },
  { name: 'tab-web', kernel: code, act: then(pair(everywhere), () => click('lk-pairing-tab-web')) },
  { name: 'tab-desktop', kernel: code, act: then(pair(everywhere), () => click('lk-pairing-tab-desktop')) },
  {
    name: 'tab-browser',
    kernel: () => make(...pairing('hold'), wallets([everywhere.name])),
    act: pair(everywhere),
  },
  {
    name: 'tab-all-long',
    kernel: () => make(...pairing('hold'), wallets([long.name])),
    act: pair(long),
  },
  {
    name: 'downloads',
    kernel: code,
    act: then(pair(everywhere), () => click('lk-get-wallet')),
  },
  { name: 'app-opening', kernel: code, act: pair(everywhere), phone: true },
  { name: 'app-slow', kernel: code, act: then(pair(everywhere), () => wait(3_300)), phone: true },
  { name: 'app-again', kernel: code, act: then(pair(everywhere), () => wait(5_300)), phone: true },
  { name: 'app-long', kernel: code, act: then(pair(long), () => wait(5_300)), phone: true },
  { name: 'list', kernel: list(), act: openList },
  { name: 'list-phone', kernel: list({ read: many }), act: openList, phone: true },
  {
    name: 'list-tags',
    kernel: list({ installed: ['MetaMask', 'Another one'], read: many }),
    act: then(remember('zerion', 'rabby'), openList),
  },
  { name: 'list-search', kernel: list(), act: then(openList, () => write('lk-directory-search', 'wal')) },
  {
    name: 'list-empty',
    kernel: list(),
    act: then(openList, () => write('lk-directory-search', 'no such wallet at all')),
  },
  {
    name: 'list-filter-empty',
    kernel: list({ options: { include: ['unisat'] } }),
    act: then(openList, () => click('lk-directory-mobile')),
  },
  { name: 'list-mobile', kernel: list(), act: then(openList, () => click('lk-directory-mobile')) },
  {
    name: 'list-certified',
    kernel: list({ read: many }),
    act: then(openList, () => click('lk-directory-certified')),
  },
  { name: 'list-hosted-failed', kernel: list({ read: failing }), act: openList },
  {
    name: 'list-loading',
    kernel: list({ read: never, options: { include: ['nothing'] } }),
    act: openList,
  },
  {
    name: 'list-long',
    kernel: list({ options: { custom: longNames.map((wallet, at) => ({ ...wallet, id: `long-${at}` })) } }),
    act: then(remember('long-0'), openList),
  },
  { name: 'connect-known', kernel: list({ installed: ['Test wallet'] }), act: openConnect },
  { name: 'connect-recommended', kernel: list({ read: many }), act: openConnect },
  {
    name: 'connect-recommended-first',
    kernel: list({ read: many, installed: ['Test wallet'] }),
    provider: { connect: { groupsOrder: ['recommended'] } },
    act: openConnect,
  },
]

/** Pairing with a phone, and the list of all wallets. */
export const pairingScreens: readonly Screen[] = scenarios.map(
  ({ name, kernel, provider = {}, act, phone = false }) => ({
    id: `${name.startsWith('list') ? 'wallets' : name.startsWith('connect') ? 'connect' : 'walletconnect'}/${name}`,
    phone,
    stage: () => {
      const made = kernel()
      return { kernel: made, provider, act: () => act(made) }
    },
  }),
)
