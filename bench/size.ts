import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { type Bundle, bundle } from './bundle.js'

/**
 * What an app pays for, in gzip kilobytes. `--check` fails when a budget is broken. `--explain=kernel`,
 * `quickStart`, `eip155`, `solana`, `bip122` or `polkadot` lists what each module of that first load adds to it.
 */
// The kernel's container is made from a package and not kept in the repository: an old one would be measured as it is.
execFileSync(process.execPath, ['kernel/scripts/bundleContainer.mjs'])

const react = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
const mainnet = `{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: ['https://rpc.example'] } } }`

/** What an app imports, and how it lists it. */
interface Listed {
  readonly name: string
  /** After `@latchkey/plugin-`. */
  readonly entry: string
  readonly call: string
}

const evm: Listed = { name: 'eip155', entry: 'eip155', call: `eip155({ networks: [${mainnet}] })` }
const solana: Listed = { name: 'solana', entry: 'solana', call: 'solana()' }
const bip122: Listed = { name: 'bip122', entry: 'bip122', call: 'bip122()' }
const polkadot: Listed = { name: 'polkadot', entry: 'polkadot', call: 'polkadot()' }
const walletConnect: Listed = {
  name: 'walletConnect',
  entry: 'walletconnect',
  call: `walletConnect({ projectId: 'bench' })`,
}
const walletData: Listed = { name: 'walletData', entry: 'wallet-data', call: 'walletData()' }

const imports = (plugins: readonly Listed[]) =>
  plugins.map(({ name, entry }) => `import { ${name} } from '@latchkey/plugin-${entry}'`).join('\n')
const calls = (plugins: readonly Listed[]) => plugins.map(({ call }) => call).join(', ')

/** A kernel with these plugins, and nothing to look at. */
const kernelWith = (...plugins: readonly Listed[]) =>
  bundle(
    `import { createKernel } from '@latchkey/kernel'
     ${imports(plugins)}
     globalThis.kernel = createKernel([${calls(plugins)}])`,
  )

/** A page with the button. */
const appWith = (...plugins: readonly Listed[]) =>
  bundle(
    `import { createRoot } from 'react-dom/client'
     import { createKernel } from '@latchkey/kernel'
     import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
     ${imports(plugins)}
     const kernel = createKernel([${calls(plugins)}])
     createRoot(document.body).render(<KernelProvider kernel={kernel}><ConnectButton /></KernelProvider>)`,
    react,
  )

const kernel = await kernelWith()
const engine = await bundle(
  `import { createEngine } from '../../kernel/src/engine/createEngine.js'
   const log = { error() {}, warn() {} }
   const clock = { now: Date.now, setTimeout, clearTimeout }
   globalThis.engine = createEngine([], { id: 'bench', log, clock, throws: false, problems: [], defaults: () => [] })`,
)
const withEvm = await kernelWith(evm)
const withSolana = await kernelWith(solana)
const withBitcoin = await kernelWith(bip122)
const withPolkadot = await kernelWith(polkadot)
const withWalletConnect = await kernelWith(walletConnect)
const app = await appWith(evm)
/** The page of the README's quick start. */
const quickStart = await bundle(
  `import { createRoot } from 'react-dom/client'
   import { createKernel } from '@latchkey/kernel'
   import { eip155 } from '@latchkey/plugin-eip155'
   import { base, mainnet } from '@latchkey/plugin-eip155/networks'
   import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
   const kernel = createKernel([eip155({ networks: [mainnet, base] })])
   createRoot(document.body).render(<KernelProvider kernel={kernel} theme="system"><ConnectButton /></KernelProvider>)`,
  react,
)
const allChains = await appWith(evm, solana, bip122, polkadot)

/**
 * Features: the main entry beside a kernel, and where there is one the whole page with the button, the wallet list and the entry
 * with views. The page is not told as a difference, because the bundler cuts it differently with and without the feature.
 * Budgets are the figures of the measurement that last changed them. `slack` is what a first load may grow beyond its budget.
 */
const features: readonly (Listed & { readonly limit: number; readonly pageLimit?: number })[] = [
  { ...walletData, limit: 1.6 },
  { name: 'balances', entry: 'balances', call: 'balances()', limit: 1.3, pageLimit: 34.1 },
  {
    name: 'portfolio',
    entry: 'balances',
    call: 'portfolio()',
    limit: 1,
  },
  { name: 'ownTokens', entry: 'balances', call: 'ownTokens()', limit: 1.3 },
  {
    name: 'prices',
    entry: 'prices',
    call: `prices([{ id: 'a', uses: {}, open: async () => ({}) }])`,
    limit: 0.6,
  },
  // What's sent is written down at once, also by a page that is left before the code of the activity is there.
  { name: 'activity', entry: 'activity', call: 'activity()', limit: 1.3, pageLimit: 34 },
  // What checks a name for look-alikes has to be there when the button shows it.
  { name: 'identity', entry: 'identity', call: 'identity()', limit: 2, pageLimit: 34.9 },
  { name: 'send', entry: 'send', call: 'send()', limit: 1.6, pageLimit: 34.4 },
  {
    name: 'emailAuth',
    entry: 'email-auth',
    call: `emailAuth({ frameUrl: 'https://wallet.example/frame' })`,
    limit: 2.5,
  },
  { name: 'receive', entry: 'receive', call: 'receive()', limit: 1.1, pageLimit: 33.7 },
  { name: 'safe', entry: 'safe', call: 'safe()', limit: 1.1 },
  { name: 'watchOnly', entry: 'watch-only', call: 'watchOnly()', limit: 0.5, pageLimit: 33.5 },
  { name: 'onramp', entry: 'onramp', call: 'onramp()', limit: 1.6, pageLimit: 34.4 },
  { name: 'swap', entry: 'swap', call: 'swap()', limit: 1.6, pageLimit: 34.3 },
  { name: 'pay', entry: 'pay', call: 'pay()', limit: 0.9, pageLimit: 33.8 },
  { name: 'smartSessions', entry: 'smart-sessions', call: 'smartSessions()', limit: 0.5 },
  { name: 'addressBook', entry: 'address-book', call: 'addressBook()', limit: 1.3 },
  { name: 'ledger', entry: 'ledger', call: 'ledger()', limit: 1.6 },
  { name: 'approvals', entry: 'approvals', call: 'approvals()', limit: 0.7 },
  {
    name: 'walletDirectory',
    entry: 'wallet-directory',
    call: 'walletDirectory()',
    limit: 0.6,
    pageLimit: 34,
  },
  { name: 'siwx', entry: 'siwx', call: 'siwx({ required: true })', limit: 1.7, pageLimit: 34.9 },
  {
    name: 'analytics',
    entry: 'analytics',
    call: `analytics({ url: 'https://collector.example/e' })`,
    limit: 1.4,
  },
]
const pools: Listed = { name: 'evmSwaps', entry: 'swap/evm', call: 'evmSwaps()' }
const swapping: Listed = { name: 'swap', entry: 'swap', call: 'swap()' }
const withPools = await kernelWith(evm, swapping, pools)
const measuredFeatures = await Promise.all(
  features.map(async (feature) => ({
    ...feature,
    main: await kernelWith(feature),
    ...(feature.pageLimit !== undefined && {
      page: await appWith(evm, walletData, { ...feature, entry: `${feature.entry}/react` }),
    }),
  })),
)
const featureNamed = (name: string) => {
  const found = measuredFeatures.find((feature) => feature.name === name)
  if (!found) throw new Error(`No feature is called ${name}.`)
  return found.main
}

/** The one sheet, as an app's bundler leaves it. */
function weighStyles(): number {
  const source = readFileSync(new URL('../ui-react/src/styles.css', import.meta.url), 'utf8')
  const { code } = transformSync(source, { loader: 'css', minify: true })
  return gzipSync(code, { level: 9 }).length / 1000
}

interface Row {
  readonly what: string
  readonly measured: number
  readonly budget: number
}

const rows: Row[] = [
  {
    what: 'Engine alone: plugins, lists, lifecycle and the container',
    measured: engine.initial,
    budget: 7.9,
  },
  // docs/decisions/kernel-size.md says where it goes.
  { what: 'Kernel with its core services', measured: kernel.initial, budget: 17.7 },
  { what: 'eip155, first load', measured: withEvm.initial - kernel.initial, budget: 4.1 },
  { what: 'solana, first load', measured: withSolana.initial - kernel.initial, budget: 3.2 },
  { what: 'bip122, first load', measured: withBitcoin.initial - kernel.initial, budget: 3.9 },
  { what: 'polkadot, first load', measured: withPolkadot.initial - kernel.initial, budget: 3.8 },
  {
    what: 'walletConnect, first load',
    measured: withWalletConnect.initial - kernel.initial,
    budget: 1.6,
  },
  {
    what: 'swap with pools of EVM networks, first load beside eip155',
    measured: withPools.initial - withEvm.initial,
    budget: 1.8,
  },
  ...measuredFeatures.flatMap(({ name, main, page, limit, pageLimit = 0 }) => [
    { what: `${name}, first load`, measured: main.initial - kernel.initial, budget: limit },
    ...(page
      ? [{ what: `A page with ${name} and its views`, measured: page.initial, budget: pageLimit }]
      : []),
  ]),
  {
    what: 'Before the button can be clicked, beyond React (kernel, eip155, shell)',
    measured: app.initial,
    budget: 31.3,
  },
  { what: 'The page of the quick start, beyond React', measured: quickStart.initial, budget: 31.6 },
  { what: 'The same with all four chains', measured: allChains.initial, budget: 37.9 },
  {
    what: 'Opening the modal adds',
    measured: app.added(/ui-react\/src\/shell\/modalChunk\.ts$|ui-react\/src\/views\/ConnectView\.tsx$/),
    budget: 22.5,
  },
  // docs/decisions/styles.md says where it goes.
  { what: 'The styles', measured: weighStyles(), budget: 10.4 },
]

/** Loaded only behind a use. */
const never: readonly (readonly [bundle: Bundle, module: RegExp, what: string])[] = [
  [app, /node_modules\/viem\//, 'viem'],
  [quickStart, /node_modules\/viem\//, 'viem, on the page of the quick start,'],
  [app, /node_modules\/ky\//, 'the HTTP client'],
  [app, /node_modules\/zod\//, 'zod'],
  [app, /plugins\/(?:solana|bip122|polkadot)\//, 'a chain the app does not use'],
  [withBitcoin, /node_modules\/(?:bitcoinjs-lib|@bitcoinerlab|@scure|@noble)\//, 'the Bitcoin libraries'],
  [withPolkadot, /node_modules\/(?:@polkadot|@noble|@scure)\//, 'the Polkadot libraries'],
  [
    featureNamed('siwx'),
    /node_modules\/(?:zod|@noble|@scure)\//,
    'what sign-in builds and checks messages with',
  ],
  [
    featureNamed('balances'),
    /plugins\/balances\/src\/lazy\/|node_modules\/virtua\//,
    'what balances are read and drawn with',
  ],
  [withSolana, /node_modules\/@solana\/web3\.js\//, 'the Solana SDK'],
  [withSolana, /node_modules\/(?:zod|@noble|viem)\//, 'what Solana signs and reads with'],
  [
    withWalletConnect,
    /node_modules\/(?:@walletconnect|@reown|zod|@scure|tslib|idb-keyval)\//,
    'what the WalletConnect library is made of',
  ],
]

/**
 * What a first load may grow beyond its budget, in kilobytes: a twentieth, and no less than 0.2. A sentence or a guard costs some
 * bytes and needs no word; a library that slipped in costs more than this. docs/decisions/kernel-size.md.
 */
const slack = (budget: number) => Math.max(0.2, budget / 20)

let broken = 0
console.log('| What | gzip kB | budget |\n|---|--:|--:|')
for (const { what, measured, budget } of rows) {
  const over = measured > budget + slack(budget)
  if (over) broken += 1
  console.log(`| ${what} | ${measured.toFixed(1)} | ${budget}${over ? ' **over**' : ''} |`)
}
for (const [target, module, what] of never) {
  if (!target.loadsFirst(module)) continue
  broken += 1
  console.log(`${what} is part of the first load.`)
}
const explained = {
  kernel,
  quickStart,
  eip155: withEvm,
  solana: withSolana,
  bip122: withBitcoin,
  polkadot: withPolkadot,
}
for (const [name, target] of Object.entries(explained)) {
  if (!process.argv.includes(`--explain=${name}`)) continue
  for (const [path, bytes] of target.shares()) console.log(String(bytes).padStart(7), path)
}
process.exit(process.argv.includes('--check') && broken > 0 ? 1 : 0)
