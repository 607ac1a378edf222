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

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [`${packages}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
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
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            api: { host: '127.0.0.1' },
            provider: playwright({ launchOptions: { ...(executablePath ? { executablePath } : {}), args } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
