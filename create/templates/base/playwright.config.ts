import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 4173)
const url = `http://localhost:${port}`

export default defineConfig({
  testDir: 'e2e',
  forbidOnly: Boolean(process.env.CI),
  // A busy machine takes its time.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: url,
    launchOptions: {
      // A browser of your own in the place of Playwright's.
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      // Only this machine is reached, so that no test waits for somebody's server.
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
    },
  },
  webServer: {
    command: '__run__ build && __run__ start',
    url,
    timeout: 300_000,
    env: { PORT: `${port}` },
  },
})
