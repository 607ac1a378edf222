import { installEvmTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { configure, expect, test } from './fixtures.js'
import { connect, stateOf } from './page.js'

/** Two tabs of one app. The wallet, like an extension, gives the site's permission to every tab of it. */
test.describe('two tabs', () => {
  let second: Page

  test.beforeEach(async ({ page, chains, openApp }) => {
    await openApp({ app: { solana: true } })
    second = await page.context().newPage()
    await installEvmTestWallet(second, {
      accounts: chains.main.accounts.slice(0, 2).map((account) => account.privateKey),
      chains: [{ chainId: chains.main.chainId, rpcUrl: chains.main.url }],
      initialChainId: chains.main.chainId,
      permitted: true,
    })
    await configure(second, { chains: [chains.main.chain], solana: true })
    await second.goto(page.url())
    await expect(second.getByTestId('status')).toHaveText('disconnected')
  })

  test('a wallet that is connected in one shows in the other without a reload', async ({ page, chains }) => {
    await connect(page)
    await expect(second.getByTestId('status')).toHaveText('connected')
    await expect(second.getByTestId('address')).toHaveText(chains.main.accounts[0]!.address)
    expect((await stateOf(second)).activeNamespace).toBe('eip155')
    await second.getByTestId('disconnect').click()
    await expect(second.getByTestId('status')).toHaveText('disconnected')
    await expect(page.getByTestId('status')).toHaveText('disconnected')
    expect((await stateOf(page)).connections).toEqual([])
  })
})
