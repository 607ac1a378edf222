import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { installEvmTestWallet, type InstalledEvmTestWallet } from '@latchkey/testkit/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type { AppConfiguration } from './app/configuration.js'

interface Chains {
  readonly main: EvmStack
  readonly second: EvmStack
}

interface WorkerFixtures {
  readonly chains: Chains
}

interface TestFixtures {
  /** What went wrong in the page: console errors, uncaught errors, violations of the security policy. */
  readonly problems: string[]
  /** Every request the page made, as URLs. */
  readonly requests: string[]
  /** Puts a test wallet on the page and opens the app with it. */
  readonly openApp: (options?: OpenOptions) => Promise<InstalledEvmTestWallet>
}

export interface OpenOptions {
  readonly path?: string
  readonly app?: Partial<AppConfiguration>
  readonly wallet?: Parameters<typeof installEvmTestWallet>[1]
  /** Origin that serves the app. Default the test run's own. */
  readonly origin?: string
  /** Open without any wallet. */
  readonly noWallet?: boolean
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  chains: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const [main, second] = await Promise.all([
        startEvm({ chainId: 31337, name: 'Local one' }),
        startEvm({ chainId: 31338, name: 'Local two' }),
      ])
      await use({ main, second })
      await Promise.all([main.stop(), second.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  problems: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`)
    })
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        )
      })
    })
    await use(problems)
  },

  requests: async ({ page }, use) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await use(requests)
  },

  openApp: async ({ page, chains }, use) => {
    await use(async ({ path = '/', app = {}, wallet = {}, noWallet = false, origin } = {}) => {
      const accounts = chains.main.accounts.map((account) => account.privateKey)
      const installed = noWallet
        ? undefined
        : await installEvmTestWallet(page, {
            accounts: accounts.slice(0, 2),
            chains: [chains.main, chains.second].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
            initialChainId: chains.main.chainId,
            ...wallet,
          })
      await configure(page, { chains: [chains.main.chain, chains.second.chain], ...app })
      await page.goto(`${origin ?? process.env['LATCHKEY_E2E_URL']}${path}`)
      return installed as InstalledEvmTestWallet
    })
  },
})

/** Hands the app its configuration before any of its code runs. */
export async function configure(page: Page, configuration: AppConfiguration): Promise<void> {
  await page.addInitScript((value) => {
    window.__latchkeyApp = value
  }, configuration)
}

export { expect }
