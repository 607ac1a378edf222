import { existsSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

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

const packages = '{kernel,ui-react,testkit,devstack,plugins/*,services/*,bench,scripts,examples/playground}'

/**
 * Two files at once where Vitest would take one less than there are cores, and one project after the other, so that
 * never more than two run beside each other, but for those that mostly wait.
 */
const twoAtATime = (groupOrder: number) => ({ maxWorkers: 2, sequence: { groupOrder } })

/**
 * Run in processes of their own: the WalletConnect client leaves timers behind that would fail another file's test,
 * some look at what a process has loaded, and some load the kernel twice, of which every kernel beside them would warn.
 */
const alone = [
  'plugins/walletconnect/**/*.test.ts',
  'testkit/src/walletconnect/**/*.test.ts',
  'devstack/src/relay/**/*.test.ts',
  'kernel/src/index.test.ts',
  'kernel/src/engine/inspect.test.ts',
  'kernel/src/errors/foreignErrors.attack.test.ts',
  'plugins/email-auth/src/emailAuthUnavailable.test.ts',
]
const notHere = ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts']
const node = {
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Straight to the process: a line on its way to Vitest while a worker closes would fail the run, and no test with it.
  disableConsoleIntercept: true,
} as const

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: [`${packages}/**/*.test.ts`],
          exclude: [...notHere, ...alone],
          // Nothing here keeps state in a module, so files share what a process has loaded: 40 % less processor.
          isolate: false,
          ...twoAtATime(1),
        },
      },
      {
        // Four: a session waits for timers of the client library most of the time.
        test: {
          ...node,
          name: 'node-alone',
          include: alone,
          exclude: notHere,
          ...twoAtATime(2),
          maxWorkers: 4,
        },
      },
      {
        plugins: [react()],
        // Looked through before tests run: a dependency found later makes the page reload in the middle of them.
        optimizeDeps: {
          entries: [`${packages}/**/*.test.tsx`, `${packages}/**/*.browser.test.ts`],
        },
        test: {
          name: 'browser',
          include: [`${packages}/**/*.test.tsx`, `${packages}/**/*.browser.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          ...twoAtATime(0),
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            // The first run of a checkout bundles every dependency before the page answers: minutes on a busy machine.
            connectTimeout: 300_000,
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
