import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path))

/** Nothing but loopback resolves, so a request to anywhere else fails and is seen. */
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

/** Left to `npm run test:long`, which CI runs before a change lands. */
const long = [
  'smartAccount',
  'passkeyWindow',
  'socialLogin',
  'transcripts',
  'walletConnectMobile',
  'walletConnectSignIn',
  'walletConnectLeak',
  'onramp',
  'swapAttacks',
  'leak',
  'thirdParty',
  'examples',
  'baseAccount',
  'hostedWallets',
  'analytics',
  'identity',
  'keyboard',
  'ledger',
  'safe',
  'hostPage',
  'firstMinute',
  'firstMinuteWords',
  'accessibility',
  'collectibles',
  'chains/siwx',
  'chains/bip122',
  'chains/polkadot',
  'chains/solana',
  'chains/acrossChains',
  'chains/evmCalls',
]
  .sort()
  .map((name) => `**/e2e/${name}.spec.ts`)

/** CI gives each commit another number, so that a machine that is too slow for all leaves out others each time. */
const turn = Number(process.env['TESTS_TURN'] ?? 0) % long.length

export default defineConfig({
  testDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  projects: [
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: long },
    { name: 'long', testMatch: long.slice(turn) },
    ...(turn > 0 ? [{ name: 'long-later', testMatch: long.slice(0, turn) }] : []),
  ],
  outputDir: join(import.meta.dirname ?? '.', '../.artifacts/e2e'),
  globalSetup: './globalSetup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // Said at the end of `npm test` when it was needed: a busy machine is no reason to fail, and none to be silent.
  retries: 1,
  workers: 2,
  // Ends what hangs. A busy machine may take several times what a quiet one does.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: join(import.meta.dirname ?? '.', '../.artifacts/e2e.json') }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args },
    // Recorded for the second try alone: recording every page takes a third of the time.
    trace: 'on-first-retry',
  },
})
