import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { cacheModules } from './scripts/cacheModules.js'

/** Debian's Chromium; `CHROMIUM_PATH` overrides it. Loopback is the only network it may reach. */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

const packages =
  '{kernel,ui-react,testkit,codemod,mcp,create,create-plugin,devstack,plugins/*,services/*,bench,scripts,site,examples/playground}'

/**
 * Two files at once where Vitest would take one less than there are cores, and one project after the other, so that
 * never more than two run beside each other, but for those that mostly wait.
 */
const twoAtATime = (groupOrder: number) => ({ maxWorkers: 2, sequence: { groupOrder } })

/**
 * Run in processes of their own: the WalletConnect client and MetaMask's code for pages leave timers behind that would fail
 * another file's test, some look at what a process has loaded, some load the kernel twice or take the place of a module, which every file beside
 * them would meet, and the conformance suites take what another file leaves on the page for their plugin's. `scripts/sharedProcess.test.ts` says which have to be here.
 */
export const alone = [
  'plugins/walletconnect/**/*.test.ts',
  'testkit/src/walletconnect/**/*.test.ts',
  'devstack/src/relay/**/*.test.ts',
  'kernel/src/chain/createInjectedWallet.test.ts',
  'kernel/src/index.test.ts',
  'kernel/src/testing/**/*.test.ts',
  'kernel/src/engine/inspect.test.ts',
  'kernel/src/errors/foreignErrors.attack.test.ts',
  'plugins/activity/src/activity.test.ts',
  'plugins/activity/src/incomingNotices.test.ts',
  'plugins/address-book/src/addressBook.test.ts',
  'plugins/analytics/src/analytics.test.ts',
  'plugins/approvals/src/approvals.test.ts',
  'plugins/balances/src/balances.test.ts',
  'plugins/balances/src/loadFault.test.ts',
  'plugins/base-account/src/baseAccount.test.ts',
  'plugins/bip122/src/bip122.test.ts',
  'plugins/bip122/src/metaMask.test.ts',
  'plugins/eip155/src/conformance.test.ts',
  'plugins/email-auth/src/emailAuthUnavailable.test.ts',
  'plugins/email-auth/src/frameLives.attack.test.ts',
  'plugins/identity/src/identity.test.ts',
  'plugins/ledger/src/ledger.test.ts',
  'plugins/onramp/src/index.test.ts',
  'plugins/polkadot/src/conformance.test.ts',
  'plugins/receive/src/loadFault.test.ts',
  'plugins/receive/src/receive.test.ts',
  'plugins/safe/src/safe.test.ts',
  'plugins/send/src/conformance.test.ts',
  'plugins/siwx/src/page/conformance.test.ts',
  'plugins/solana/src/conformance.test.ts',
  'plugins/swap/src/index.test.ts',
  'plugins/wallet-data/src/walletData.test.ts',
  'plugins/watch-only/src/watchOnly.test.ts',
  'services/embedded-wallet/src/stops.attack.test.ts',
]

/**
 * Left to `npm run test:long`: attacks, models and matrices with their many rounds, services over several chains and
 * databases, test dapps that drive the frame, every word of every screen in another language, and what takes half a minute
 * and more. CI runs them before a change lands.
 */
const longAlone = [
  'plugins/walletconnect/**/*.attack.test.ts',
  'plugins/walletconnect/src/{faultMatrix,fourChains,relayDown,relayRefuses,sessionLife,switchNetwork}.test.ts',
  'testkit/src/walletconnect/**/*.test.ts',
  'devstack/src/relay/**/*.test.ts',
  'kernel/src/errors/foreignErrors.attack.test.ts',
  'plugins/email-auth/src/frameLives.attack.test.ts',
  'plugins/polkadot/src/conformance.test.ts',
  'services/embedded-wallet/src/stops.attack.test.ts',
]
const longInNode = [
  `${packages}/**/*.attack.test.ts`,
  'kernel/src/wallet/session/session.model.test.ts',
  'plugins/wallet-data/src/{chains,reference,direct,conformance}.test.ts',
  'plugins/wallet-data/src/histories/*.test.ts',
  'services/wallet-data/src/{walletData*,replicas,sharing,instances,openSession}.test.ts',
  'services/embedded-wallet/src/frame/{*dapp*,*Dapp*,longRequest}.test.ts',
  'services/embedded-wallet/src/{backup,keys/recoverCommand}.test.ts',
  'plugins/onramp/src/deliveries.test.ts',
  'plugins/siwx/src/server/handlers/frontDoorsNext.test.ts',
  'scripts/{notListed,scriptWords}.test.ts',
  'scripts/docsPages.test.ts',
  'scripts/release/wrongInput.test.ts',
  'ui-react/gallery/**/*.test.ts',
  'devstack/src/**/*.test.ts',
  'bench/fees/fees.test.ts',
]
const longInBrowser = [
  `${packages}/**/{*.attack,translation}.test.tsx`,
  'plugins/balances/src/react/allStates.test.tsx',
  'ui-react/src/views/{allViews,fits}.test.tsx',
]
const long = [...longAlone, ...longInNode, ...longInBrowser]

const nodeTests = [`${packages}/**/*.test.ts`]
const browserTests = [`${packages}/**/*.test.tsx`, `${packages}/**/*.browser.test.ts`]
const notHere = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', '**/templates/**']
const node = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Straight to the process: a line on its way to Vitest while a worker closes would fail the run, and no test with it.
  disableConsoleIntercept: true,
} as const

const inNode = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  groupOrder: number,
) => ({
  test: {
    ...node,
    name,
    include: [...include],
    exclude: [...notHere, ...exclude, ...alone],
    // Nothing here keeps state in a module, so files share what a process has loaded: 40 % less processor.
    isolate: false,
    ...twoAtATime(groupOrder),
  },
})

// Four: a session waits for timers of the client library most of the time.
const inProcessesOfTheirOwn = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  groupOrder: number,
) => ({
  test: {
    ...node,
    name,
    include: [...include],
    exclude: [...notHere, ...exclude],
    ...twoAtATime(groupOrder),
    maxWorkers: 4,
  },
})

const inBrowser = (
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  groupOrder: number,
) => ({
  plugins: [react(), cacheModules()],
  // Looked through before tests run: a dependency found later makes the page reload in the middle of them.
  optimizeDeps: { entries: [...browserTests, '!**/templates/**'] },
  test: {
    name,
    include: [...include],
    exclude: ['**/node_modules/**', '**/dist/**', '**/templates/**', ...exclude],
    testTimeout: 60_000,
    ...twoAtATime(groupOrder),
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      api: { host: '127.0.0.1' },
      // The first run of a checkout bundles every dependency before the page answers: minutes on a busy machine.
      connectTimeout: 300_000,
      provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args } }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/** The same projects twice: for `npm test` and for `npm run test:long`. A file that is named runs in the one that has it. */
export const projects = [
  inBrowser('browser', browserTests, long, 0),
  inNode('node', nodeTests, long, 1),
  inProcessesOfTheirOwn('node-alone', alone, long, 2),
  inBrowser('long-browser', longInBrowser, [], 3),
  inNode('long-node', longInNode, [], 4),
  inProcessesOfTheirOwn('long-node-alone', longAlone, [], 5),
]

// A green run prints a line a file: slow tests are no news there, `bench/RESULTS.md` has them.
export default defineConfig({ test: { projects, slowTestThreshold: 600_000 } })
