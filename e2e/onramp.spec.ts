// Buying at a provider on this machine: a real page, real payments, and a real chain that has the last word.
import { evmListings, type OnrampProviderStack, solanaListings, startOnramp } from '@latchkey/devstack/onramp'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import type { AppConfiguration } from './app/configuration.js'
import { test as base, configure, expect } from './fixtures.js'
import { connect, dialog } from './page.js'

interface WorkerFixtures {
  readonly cluster: SolanaStack
  readonly shop: OnrampProviderStack
}

const test = base.extend<object, WorkerFixtures>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const cluster = await startSolana()
      await use(cluster)
      await cluster.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: [
    async ({ chains, cluster }, use) => {
      const shop = await startOnramp({ listings: [...evmListings(chains.main), ...solanaListings(cluster)] })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe.configure({ timeout: 180_000 })

const at = (page: Page, id: string) => dialog(page).getByTestId(id)
const arrived = (page: Page) => at(page, 'onramp-arrived')

const buying = (
  shop: OnrampProviderStack,
  networkIds: readonly `${string}:${string}`[],
): AppConfiguration => ({
  walletData: {},
  onramp: {
    id: 'local',
    name: 'Local provider',
    origin: shop.url,
    sessionUrl: shop.sessionUrl,
    statusUrl: `${shop.url}/orders`,
    data: { url: shop.url },
    networks: Object.fromEntries(networkIds.map((id) => [id, id])),
  },
})

/** Fills in the form for 100 dollars of a token, and waits for the offer. */
async function fill(page: Page, asset: string): Promise<void> {
  await page.getByTestId('account-button').click()
  await at(page, 'wallet-features-onramp-button').click()
  await at(page, 'onramp-asset').click()
  await at(page, `onramp-asset-${asset}`).click()
  await at(page, 'onramp-preset-100').click()
  await expect(at(page, 'onramp-buy')).toHaveText('Pay $100 at Local provider')
}

/** Presses the button; the provider's page in the window that opens. */
async function openShop(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await at(page, 'onramp-buy').click()
  const shopPage = await opened
  await expect(shopPage.getByRole('heading')).toHaveText('Local provider')
  return shopPage
}

/** What other windows may say to the page, in forms that providers use, by the provider's own origin, too. */
async function tellSuccess(page: Page, origin: string): Promise<void> {
  await page.evaluate((from) => {
    const said = {
      type: 'success',
      event: 'onramp_api.commit_success',
      status: 'delivered',
      state: 'delivered',
    }
    for (const data of [said, JSON.stringify(said), { eventName: 'success', data: said }]) {
      window.postMessage(data, '*')
      window.dispatchEvent(new MessageEvent('message', { data, origin: from }))
    }
  }, origin)
}

test('on EVM: late, in part, abandoned and failed are no success; what the chain shows is, after a reload too', async ({
  page,
  chains,
  shop,
  openApp,
}) => {
  const stack = chains.main
  const { address, privateKey } = stack.accounts[5] as (typeof stack.accounts)[number]
  const { usd } = stack.tokens
  const networkId = `eip155:${stack.chainId}` as const
  await openApp({ app: buying(shop, [networkId]), wallet: { accounts: [privateKey] } })
  await connect(page)
  const before = await stack.tokenBalanceOf(usd.address, address)
  await fill(page, usd.address)
  await expect(at(page, 'onramp-offer-onramp.local.provider')).toContainText('97.75')
  await expect(at(page, 'onramp-offer-onramp.local.provider')).toContainText(
    'Provider fee $2, network fee $0.25',
  )

  // Abandoned: the window is closed, and nothing is said to have happened.
  const abandoned = await openShop(page)
  await expect(at(page, 'onramp-waiting')).toBeVisible()
  expect(await abandoned.evaluate(() => window.opener)).toBeNull()
  await abandoned.close()
  await expect(at(page, 'onramp-waiting')).toBeVisible()

  // Opened again from there: paid, and delivered in two parts.
  shop.setOutcome('partial')
  const reopened = page.waitForEvent('popup')
  await at(page, 'onramp-open').click()
  const again = await reopened
  await again.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(again.getByRole('heading')).toHaveText('Paid')
  await again.close()
  await expect(at(page, 'onramp-partial')).toContainText('48.875', { timeout: 20_000 })
  await expect(arrived(page)).toBeHidden()

  // Taken up after a reload, without a press. What an address says that somebody made up is no success.
  const made = 'status=success&state=delivered&transactionStatus=completed&transactionHash=0x1&orderId=1'
  await page.goto(`${page.url().split('?')[0]}?${made}#${made}`)
  await page.getByTestId('account-button').click()
  await at(page, 'wallet-features-onramp-button').click()
  await at(page, 'onramp-purchases').click()
  await expect(at(page, 'onramp-purchase-partial')).toBeVisible({ timeout: 20_000 })
  await expect(at(page, 'onramp-purchase-delivered')).toBeHidden()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await shop.release()
  expect((await stack.tokenBalanceOf(usd.address, address)) - before).toBe(97_750_000n)
  await page.getByTestId('account-button').click()
  await at(page, 'wallet-features-onramp-button').click()
  await at(page, 'onramp-purchases').click()
  await at(page, 'onramp-purchase-delivered').click({ timeout: 20_000 })
  await expect(arrived(page)).toContainText('97.75')
  await at(page, 'onramp-done').click()
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  // Late: the provider says paid, and that is all.
  shop.setOutcome('late')
  await fill(page, usd.address)
  const late = await openShop(page)
  await tellSuccess(page, shop.url)
  await late.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(late.getByRole('heading')).toHaveText('Paid')
  await late.close()
  await expect(at(page, 'onramp-paid')).toBeVisible({ timeout: 20_000 })
  await tellSuccess(page, shop.url)
  await expect(arrived(page)).toBeHidden()
  await expect(at(page, 'onramp-paid')).toBeVisible()
  await shop.release()
  await expect(arrived(page)).toContainText('97.75', { timeout: 20_000 })
  await at(page, 'onramp-done').click()
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  // Declined, then returned.
  shop.setOutcome('refund')
  await fill(page, usd.address)
  const declined = await openShop(page)
  await declined.getByRole('button', { name: /declined/ }).click()
  await expect(at(page, 'onramp-failed')).toBeVisible({ timeout: 20_000 })
  await at(page, 'onramp-again').click()
  await expect(at(page, 'onramp-buy')).toHaveText('Pay $100 at Local provider')
  const returned = await openShop(page)
  await returned.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(at(page, 'onramp-refunded')).toBeVisible({ timeout: 20_000 })
  expect((await stack.tokenBalanceOf(usd.address, address)) - before).toBe(195_500_000n)
  shop.setOutcome('deliver')
})

test('where no window opens, the page opens in this tab, and the purchase is found on the way back', async ({
  page,
  chains,
  shop,
  openApp,
  problems,
}) => {
  const stack = chains.main
  const { privateKey } = stack.accounts[6] as (typeof stack.accounts)[number]
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openApp({ app: buying(shop, [`eip155:${stack.chainId}`]), wallet: { accounts: [privateKey] } })
  await connect(page)
  await fill(page, 'coin')
  await at(page, 'onramp-buy').click()
  await expect(at(page, 'onramp-blocked')).toBeVisible()
  await at(page, 'onramp-open-here').click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading')).toHaveText('Paid')
  await page.goBack()
  await page.goBack()
  await page.getByTestId('account-button').click()
  await at(page, 'wallet-features-onramp-button').click()
  await at(page, 'onramp-purchases').click()
  await at(page, 'onramp-purchase-delivered').click({ timeout: 20_000 })
  await expect(arrived(page)).toContainText('0.032583 ETH')
  expect(problems).toEqual([])
})

test('on Solana: a token and the coin arrive', async ({ page, cluster, shop, problems }) => {
  const owner = cluster.accounts[2] as (typeof cluster.accounts)[number]
  await installTestWallet(page, {
    kind: 'solana',
    accounts: [owner.secretKey],
    chains: [{ chain: 'solana:localnet', rpcUrl: cluster.url }],
  })
  await configure(page, {
    clusters: [
      {
        genesisHash: cluster.genesisHash,
        name: 'Local Solana',
        rpcUrls: [cluster.url],
        walletStandardChain: 'solana:localnet',
      },
    ],
    ...buying(shop, [cluster.chainId as `solana:${string}`]),
  })
  await page.goto(process.env['LATCHKEY_E2E_URL'] as string)
  await connect(page)
  const { usd } = cluster.mints
  await fill(page, usd.address)
  const shopPage = await openShop(page)
  await shopPage.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(arrived(page)).toContainText('97.75', { timeout: 20_000 })
  expect(await cluster.tokenBalanceOf(usd.address, owner.address)).toBe(97_750_000n)
  expect(problems).toEqual([])
})
