import { type PluginName, type Settings, workingPlugins } from './settings.js'

/** What a list of plugins has in it: buying and swapping bring where they have their prices from. */
type Entry = PluginName | 'hostedOnramp' | 'evmSwaps' | 'solanaSwaps'

const factories: Readonly<Record<Entry, string>> = {
  eip155: 'eip155({ networks: [mainnet, base] })',
  solana: 'solana()',
  bip122: 'bip122()',
  polkadot: 'polkadot()',
  emailAuth: "emailAuth({ frameUrl: 'https://wallet.example.com/frame' })",
  walletConnect: "walletConnect({ projectId: '…' })",
  ledger: 'ledger()',
  walletDirectory: 'walletDirectory()',
  walletData: 'walletData()',
  identity: 'identity()',
  balances: 'balances()',
  prices: 'prices([oracleFeeds(), defiLlama()])',
  activity: 'activity()',
  incomingNotices: 'incomingNotices()',
  onramp: 'onramp()',
  hostedOnramp:
    "hostedOnramp({ id: 'example', name: 'Example', origin: 'https://pay.example', sessionUrl: '/api/buy' })",
  swap: 'swap()',
  evmSwaps: 'evmSwaps()',
  solanaSwaps: "solanaSwaps({ url: 'https://swaps.example/swap/v1' })",
  pay: 'pay()',
  send: 'send()',
  receive: 'receive()',
  addressBook: 'addressBook()',
  approvals: 'approvals()',
  watchOnly: 'watchOnly()',
  icons: 'icons()',
  siwx: 'siwx({ required: true })',
  greeting: 'greeting()',
  broken: 'broken()',
}

/** Where each comes from, in the order of the entries' names. */
export const importable: readonly (readonly [name: Entry, entry: string])[] = [
  ['activity', 'activity/react'],
  ['addressBook', 'address-book/react'],
  ['approvals', 'approvals/react'],
  ['balances', 'balances/react'],
  ['bip122', 'bip122'],
  ['eip155', 'eip155'],
  ['emailAuth', 'email-auth/react'],
  ['evmSwaps', 'swap/evm'],
  ['hostedOnramp', 'onramp'],
  ['identity', 'identity/react'],
  ['incomingNotices', 'activity'],
  ['ledger', 'ledger/react'],
  ['onramp', 'onramp/react'],
  ['pay', 'pay/react'],
  ['polkadot', 'polkadot'],
  ['receive', 'receive/react'],
  ['send', 'send/react'],
  ['siwx', 'siwx/react'],
  ['solana', 'solana'],
  ['solanaSwaps', 'swap/solana'],
  ['swap', 'swap/react'],
  ['walletConnect', 'walletconnect/react'],
  ['walletData', 'wallet-data'],
  ['walletDirectory', 'wallet-directory/react'],
  ['watchOnly', 'watch-only/react'],
]

/** The code that makes the current set-up, ready to paste into a React app. */
export function generateCode(settings: Settings): string {
  const plugins = entriesOf(settings)
  const imports = [
    plugins.includes('icons') && "import { icons } from '@latchkey/icons'",
    ...importable
      .filter(([name]) => plugins.includes(name))
      .map(([name, entry]) => `import { ${name} } from '@latchkey/plugin-${entry}'`),
    plugins.includes('prices') && "import { defiLlama, prices } from '@latchkey/plugin-prices'",
    plugins.includes('prices') && "import { oracleFeeds } from '@latchkey/plugin-prices/evm'",
    "import { ConnectButton, KernelProvider } from '@latchkey/ui-react'",
    "import '@latchkey/ui-react/styles.css'",
    plugins.includes('eip155') && "import { base, mainnet } from '@latchkey/plugin-eip155/networks'",
    plugins.includes('greeting') && "import { greeting } from './greeting'",
    plugins.includes('broken') && "import { broken } from './broken'",
  ].filter(Boolean)
  const code = (name: Entry) =>
    name === 'walletData' && settings.dataService
      ? "walletData({ url: 'https://data.example' })"
      : factories[name]
  const list = plugins.length === 0 ? '' : `\n${plugins.map((name) => `  ${code(name)},\n`).join('')}`
  const kernelOptions = settings.enableReconnect ? '' : ', { enableReconnect: false }'
  return `import { createKernel } from '@latchkey/kernel'
${imports.join('\n')}

const kernel = createKernel([${list}]${kernelOptions})

export function App() {
  return (
    <KernelProvider${providerProps(settings)}>
      <ConnectButton${settings.balance ? '' : ' balance="hide"'} />
    </KernelProvider>
  )
}
`
}

function entriesOf({ plugins }: Settings): readonly Entry[] {
  return workingPlugins(plugins).flatMap((name): readonly Entry[] => {
    if (name === 'onramp') return [name, 'hostedOnramp']
    if (name !== 'swap') return [name]
    return [
      name,
      ...(plugins.includes('eip155') ? (['evmSwaps'] as const) : []),
      ...(plugins.includes('solana') ? (['solanaSwaps'] as const) : []),
    ]
  })
}

function providerProps(settings: Settings): string {
  const variables = [
    settings.accent && `accent: '${settings.accent}'`,
    settings.radius !== 4 && `borderRadiusMaster: '${settings.radius}px'`,
    settings.fontFamily && `fontFamily: ${JSON.stringify(settings.fontFamily).replaceAll('"', "'")}`,
  ].filter(Boolean)
  const props = [
    'kernel={kernel}',
    settings.mode !== 'dark' && `theme="${settings.mode}"`,
    variables.length > 0 && `themeVariables={{ ${variables.join(', ')} }}`,
    settings.direction === 'rtl' && 'dir="rtl"',
    settings.blockUnsupportedNetwork && 'blockUnsupportedNetwork',
    settings.legalCheckbox && "connect={{ legalCheckbox: true, termsUrl: '/terms', privacyUrl: '/privacy' }}",
  ].filter(Boolean)
  if (props.length === 1) return ` ${props[0]}`
  return `\n${props.map((prop) => `      ${prop}`).join('\n')}\n    `
}
