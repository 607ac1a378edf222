import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import type { AppConfiguration } from '../app/configuration.js'
import { test as base, configure, expect } from '../fixtures.js'
import type { Chain } from './chain.js'

interface WorkerFixtures {
  readonly solanaStack: SolanaStack
  readonly bitcoinStack: BitcoinStack
  readonly polkadotStack: PolkadotStack
}

interface TestFixtures {
  /** The chain a spec runs the flows on; each spec gives its own. */
  readonly chain: Chain
  /** Opens the page with a section per kind of network. Wallets must have been installed before. */
  readonly openChains: (configuration: AppConfiguration) => Promise<void>
}

/** Nodes start with the first test that asks for them, once per worker. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  solanaStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const stack = await startSolana()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  bitcoinStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const stack = await startBitcoin()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  polkadotStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const stack = await startPolkadot()
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  chain: async () => {
    throw new Error('A spec that runs the flows extends this test with its own chain.')
  },

  openChains: async ({ page }, use) => {
    await use(async (configuration) => {
      await configure(page, configuration)
      await page.goto(`${process.env['LATCHKEY_E2E_URL']}/chains.html`)
      await expect(page.getByTestId('whole')).toBeVisible()
    })
  },
})

export { expect }
