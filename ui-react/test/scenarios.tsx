import {
  type Account,
  definePlugin,
  Feature,
  route,
  token,
  View,
  type Plugin,
  type Words,
} from '@latchkey/kernel/plugin'
import {
  AccountRoute,
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  ConnectRoute,
  GetWalletRoute,
  Navigation,
  Networks,
  NetworksRoute,
  Notifications,
  PluginProblemRoute,
  ProfileWalletsRoute,
  Session,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
  WhatIsANetworkRoute,
  WhatIsAWalletRoute,
} from '@latchkey/kernel/wallet'
import { accountId } from '@latchkey/kernel/contracts'
import type { Kernel } from '@latchkey/kernel'
import type { KernelProviderProps } from '../src/KernelProvider.js'
import { routeView } from '../src/routeView.js'
import { ConnectWalletsRoute, CreateRoute } from '../src/shellRoutes.js'
import { AccountTabs, ConnectMethods } from '../src/slots.js'
import { useWords } from '../src/messages/useWords.js'
import { view } from '../src/view.js'
import {
  alice,
  base,
  bob,
  closedNetwork,
  ethereum,
  fakeChain,
  type FakeChainOptions,
  fakeWallet,
  type FakeWallet,
  manyNetworks,
  solana,
} from './fakeWallets.js'
import { testKernel } from './mount.js'

export interface Stage {
  readonly kernel: Kernel
  readonly props?: Partial<KernelProviderProps>
  /** Brings the shown kernel to what the scenario is about. */
  readonly act?: () => unknown
}

/** One picture of the modal: set up here, looked at by the screenshots and by the tests of all views. */
export interface Scenario {
  readonly name: string
  /** Name of the view that must be shown. */
  readonly view: string
  stage(): Stage
}

/** Words of a plugin that can be translated. */
const said = (text: string): Words => ({ section: 'test', key: text, text })

const never = () => new Promise<never>(() => {})
const ExampleRoute = route('Example')
const Absent = token<{ nothing: true }>('test.absent')

const wallets = () => [
  fakeWallet('pair', { name: 'WalletConnect', group: 'walletConnect', readiness: () => 'loadable' }),
  fakeWallet('metal', { name: 'Metal Wallet' }),
  fakeWallet('river', { name: 'River' }),
  fakeWallet('river.sol', { name: 'River', namespaces: ['solana'] }),
  fakeWallet('ledge', { name: 'Ledge', group: 'external', readiness: () => 'loadable' }),
]

function chain(options: FakeChainOptions = {}): Plugin {
  return fakeChain({ wallets: wallets(), solana: true, ...options })
}

const broken = definePlugin({
  id: 'example.broken',
  kernel: '^1.0.0',
  setup() {
    throw new Error('The map of wallets has a hole in it')
  },
})

const lonely = definePlugin({
  id: 'example.lonely',
  kernel: '^1.0.0',
  requires: { absent: Absent },
  setup() {},
})

const features = definePlugin({
  id: 'test.features',
  kernel: '^1.0.0',
  setup(context) {
    for (const [name, label] of [
      ['buy', 'Buy'],
      ['swap', 'Swap'],
      ['receive', 'Receive'],
      ['send', 'Send'],
    ] as const) {
      context.add(Feature, { id: `test.${name}`, label: said(label), open() {} })
    }
  },
})

const panels = definePlugin({
  id: 'test.panels',
  kernel: '^1.0.0',
  setup(context) {
    const Panel = () => <p className="lk-hero-text">{useWords()(said('Nothing here yet.'))}</p>
    context.add(
      View,
      view(AccountTabs, { id: 'test.tokens', label: said('Tokens'), load: async () => ({ default: Panel }) }),
    )
    context.add(View, view(AccountTabs, { id: 'test.activity', label: said('Activity'), load: never }))
  },
})

const logins = definePlugin({
  id: 'test.logins',
  kernel: '^1.0.0',
  setup(context) {
    const Email = () => (
      <button type="button" className="lk-button" data-variant="secondary" data-size="md" data-full="">
        Continue with email
      </button>
    )
    const Social = () => (
      <button type="button" className="lk-button" data-variant="secondary" data-size="md" data-full="">
        Continue with a social login
      </button>
    )
    context.add(View, view(ConnectMethods, { id: 'test.email', load: async () => ({ default: Email }) }))
    context.add(View, view(ConnectMethods, { id: 'test.social', load: async () => ({ default: Social }) }))
  },
})

function exampleView(load: () => Promise<{ default: () => null }>): Plugin {
  return definePlugin({
    id: 'test.example',
    kernel: '^1.0.0',
    setup: (context) => void context.add(View, routeView(ExampleRoute, { title: said('Example'), load })),
  })
}

const open = (kernel: Kernel) => kernel.get(Navigation)

async function connected(kernel: Kernel, ...ids: string[]): Promise<void> {
  for (const connectorId of ids) await kernel.get(Session).connect({ connectorId })
}

/** Several accounts, one of each kind. */
const kinds: readonly Account[] = [
  { id: accountId(ethereum.id, alice), namespace: 'eip155', address: alice, kind: 'payment' },
  { id: accountId(ethereum.id, bob), namespace: 'eip155', address: bob, kind: 'ordinals' },
]

function opening(name: string, shown: string, start: () => Stage & { then?: never }): Scenario {
  return { name, view: shown, stage: start }
}

function simple(
  name: string,
  shown: string,
  act: (kernel: Kernel) => unknown,
  plugins?: () => Plugin[],
): Scenario {
  return opening(name, shown, () => {
    const kernel = testKernel(plugins?.() ?? [chain()])
    return { kernel, act: () => act(kernel) }
  })
}

function withWallet(
  name: string,
  wallet: FakeWallet,
  act: (kernel: Kernel, wallet: FakeWallet) => unknown,
  shown: string,
  options: FakeChainOptions = {},
): Scenario {
  return simple(
    name,
    shown,
    (kernel) => act(kernel, wallet),
    () => [chain({ wallets: [wallet], ...options })],
  )
}

const many = () =>
  Array.from({ length: 500 }, (_, index) => fakeWallet(`many${index}`, { name: `Wallet ${index + 1}` }))

export const scenarios: readonly Scenario[] = [
  simple('connect', 'Connect', (kernel) => open(kernel).open(ConnectRoute)),
  simple(
    'connect-empty',
    'Connect',
    (kernel) => open(kernel).open(ConnectRoute),
    () => [chain({ wallets: [] })],
  ),
  simple(
    'connect-many',
    'Connect',
    (kernel) => open(kernel).open(ConnectRoute),
    () => [chain({ wallets: many() })],
  ),
  simple(
    'connect-methods',
    'Connect',
    (kernel) => open(kernel).open(ConnectRoute),
    () => [chain(), logins],
  ),
  simple(
    'connect-problem',
    'Connect',
    (kernel) => open(kernel).open(ConnectRoute),
    () => [chain(), broken],
  ),
  opening('connect-legal-checkbox', 'Connect', () => {
    const kernel = testKernel([chain()])
    const connect = {
      termsUrl: 'https://example.com/terms',
      privacyUrl: 'https://example.com/privacy',
      legalCheckbox: true,
    }
    return { kernel, props: { connect }, act: () => open(kernel).open(ConnectRoute) }
  }),
  opening('connect-legal-notice', 'Connect', () => {
    const kernel = testKernel([chain()])
    const connect = { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' }
    return { kernel, props: { connect }, act: () => open(kernel).open(ConnectRoute) }
  }),
  opening('connect-collapsed', 'Connect', () => {
    const kernel = testKernel([chain(), logins])
    return {
      kernel,
      props: { connect: { collapseWallets: true } },
      act: () => open(kernel).open(ConnectRoute),
    }
  }),
  simple('connect-wallets', 'ConnectWallets', (kernel) => open(kernel).open(ConnectWalletsRoute)),
  withWallet(
    'connecting',
    fakeWallet('metal', { name: 'Metal Wallet', answer: 'hold' }),
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(ConnectingExternalRoute, { connectorId: 'metal' })
    },
    'ConnectingExternal',
  ),
  withWallet(
    'connecting-declined',
    fakeWallet('metal', { name: 'Metal Wallet', answer: 'reject' }),
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(ConnectingExternalRoute, { connectorId: 'metal' })
    },
    'ConnectingExternal',
  ),
  withWallet(
    'connecting-error',
    fakeWallet('metal', { name: 'Metal Wallet', answer: 'fail' }),
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(ConnectingExternalRoute, { connectorId: 'metal' })
    },
    'ConnectingExternal',
  ),
  withWallet(
    'connecting-missing',
    fakeWallet('metal', { name: 'Metal Wallet', group: 'external', readiness: () => 'missing' }),
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(ConnectingExternalRoute, { connectorId: 'metal' })
    },
    'ConnectingExternal',
  ),
  simple('connecting-multichain', 'ConnectingMultiChain', (kernel) => {
    open(kernel).open(ConnectRoute)
    open(kernel).push(ConnectingMultiChainRoute, { connectorId: 'river' })
  }),
  simple(
    'account',
    'Account',
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(AccountRoute)
    },
    () => [chain(), features, panels],
  ),
  simple('account-plain', 'Account', async (kernel) => {
    await connected(kernel, 'metal')
    open(kernel).open(AccountRoute)
  }),
  withWallet(
    'account-loading',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(AccountRoute)
    },
    'Account',
    { balance: never },
  ),
  withWallet(
    'account-error',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(AccountRoute)
    },
    'Account',
    { balance: () => Promise.reject(new Error('no endpoint answered')) },
  ),
  withWallet(
    'account-kinds',
    fakeWallet('metal', { name: 'Metal Wallet', accounts: kinds }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(AccountRoute)
    },
    'Account',
  ),
  withWallet(
    'account-wrong-network',
    fakeWallet('metal', { name: 'Metal Wallet', networkId: 'eip155:999999' }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(AccountRoute)
    },
    'Account',
  ),
  withWallet(
    'account-closed-network',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel, wallet) => {
      await connected(kernel, 'metal')
      wallet.change({ networks: { eip155: closedNetwork.id } })
      open(kernel).open(AccountRoute)
    },
    'Account',
    {
      networks: [closedNetwork, ethereum, base],
      balance: () => Promise.reject(new Error('no endpoint answered')),
    },
  ),
  simple('account-none', 'Account', (kernel) => open(kernel).open(AccountRoute)),
  simple('wallets', 'ProfileWallets', async (kernel) => {
    await connected(kernel, 'metal', 'river')
    open(kernel).open(AccountRoute)
    open(kernel).push(ProfileWalletsRoute)
  }),
  simple('wallets-recent', 'ProfileWallets', async (kernel) => {
    await connected(kernel, 'river', 'metal')
    await kernel.get(Session).disconnect({ connectionId: 'river' })
    open(kernel).open(AccountRoute)
    open(kernel).push(ProfileWalletsRoute)
  }),
  simple('networks', 'Networks', async (kernel) => {
    await connected(kernel, 'metal')
    open(kernel).open(AccountRoute)
    open(kernel).push(NetworksRoute)
  }),
  withWallet(
    'networks-many',
    fakeWallet('metal', { name: 'Metal Wallet', approvedNetworks: { eip155: [ethereum.id, base.id] } }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(NetworksRoute)
    },
    'Networks',
    { networks: manyNetworks },
  ),
  withWallet(
    'switching',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel, wallet) => {
      await connected(kernel, 'metal')
      wallet.switchAnswer = 'hold'
      open(kernel).open(NetworksRoute)
      open(kernel).push(SwitchNetworkRoute, { networkId: base.id })
    },
    'SwitchNetwork',
  ),
  withWallet(
    'switching-declined',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel, wallet) => {
      await connected(kernel, 'metal')
      wallet.switchAnswer = 'reject'
      open(kernel).open(NetworksRoute)
      open(kernel).push(SwitchNetworkRoute, { networkId: base.id })
    },
    'SwitchNetwork',
  ),
  withWallet(
    'switching-error',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel, wallet) => {
      await connected(kernel, 'metal')
      wallet.switchAnswer = 'fail'
      open(kernel).open(NetworksRoute)
      open(kernel).push(SwitchNetworkRoute, { networkId: base.id })
    },
    'SwitchNetwork',
  ),
  simple('switch-active-chain', 'SwitchActiveChain', async (kernel) => {
    await connected(kernel, 'metal')
    open(kernel).open(NetworksRoute)
    open(kernel).push(SwitchActiveChainRoute, { networkId: solana.id })
  }),
  simple('switch-same-wallet', 'SwitchActiveChain', async (kernel) => {
    await connected(kernel, 'river')
    open(kernel).open(NetworksRoute)
    open(kernel).push(SwitchActiveChainRoute, { networkId: solana.id })
  }),
  withWallet(
    'unsupported',
    fakeWallet('metal', { name: 'Metal Wallet', networkId: 'eip155:999999' }),
    async (kernel) => {
      await connected(kernel, 'metal')
      open(kernel).open(UnsupportedChainRoute)
    },
    'UnsupportedChain',
  ),
  simple('what-is-a-wallet', 'WhatIsAWallet', (kernel) => {
    open(kernel).open(ConnectRoute)
    open(kernel).push(WhatIsAWalletRoute)
  }),
  simple('what-is-a-network', 'WhatIsANetwork', (kernel) => {
    open(kernel).open(NetworksRoute)
    open(kernel).push(WhatIsANetworkRoute)
  }),
  simple('get-wallet', 'GetWallet', (kernel) => {
    open(kernel).open(ConnectRoute)
    open(kernel).push(GetWalletRoute)
  }),
  simple(
    'create',
    'Create',
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(CreateRoute)
    },
    () => [chain(), logins],
  ),
  simple(
    'plugin-problem',
    'PluginProblem',
    (kernel) => {
      open(kernel).open(ConnectRoute)
      open(kernel).push(PluginProblemRoute)
    },
    () => [chain(), broken, lonely],
  ),
  simple(
    'view-loading',
    'Example',
    (kernel) => open(kernel).open(ExampleRoute),
    () => [chain(), exampleView(never)],
  ),
  simple(
    'view-fault',
    'Example',
    (kernel) => open(kernel).open(ExampleRoute),
    () => [chain(), exampleView(() => Promise.reject(new Error('The chunk could not be fetched')))],
  ),
  simple('snackbar', 'Connect', (kernel) => {
    open(kernel).open(ConnectRoute)
    kernel.get(Notifications).showSnackbar(said('Address copied'), { autoClose: false })
  }),
  simple('toasts', 'Connect', (kernel) => {
    open(kernel).open(ConnectRoute)
    const notifications = kernel.get(Notifications)
    notifications.toast(said('Sent 0.5 ETH'), { type: 'success', duration: Number.POSITIVE_INFINITY })
    notifications.toast(said('The swap was declined.'), { type: 'error', duration: Number.POSITIVE_INFINITY })
  }),
  withWallet(
    'connected-network',
    fakeWallet('metal', { name: 'Metal Wallet' }),
    async (kernel) => {
      await connected(kernel, 'metal')
      await kernel.get(Networks).switch(base.id)
      open(kernel).open(AccountRoute)
    },
    'Account',
  ),
]
