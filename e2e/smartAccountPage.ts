import {
  type AccountAbstraction,
  type Bundler,
  startAccountAbstraction,
} from '@latchkey/devstack/account-abstraction'
import type { EvmStack } from '@latchkey/devstack/evm'
import { expect, type Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import {
  askForMail,
  codeFrom,
  enterCode,
  keepRecoveryCode,
  only,
  test as loginTest,
  type WalletService,
} from './emailLoginPage.js'
import type { AppConfiguration } from './app/configuration.js'
import { configure } from './fixtures.js'
import { dialog } from './page.js'

/** Email login whose account is a smart account on the main chain, with two real bundlers that fail as told. */
export const test = loginTest.extend<Record<never, never>, { readonly abstraction: AccountAbstraction }>({
  abstraction: [
    async ({ chains }, use) => {
      const abstraction = await startAccountAbstraction(chains.main, { bundlers: 2 })
      await use(abstraction)
      await abstraction.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  bundlers: async ({ chains, abstraction }, use) => {
    await use({ [`eip155:${chains.main.chainId}`]: abstraction.bundlers.map(({ url }) => url) })
    for (const bundler of abstraction.bundlers) bundler.setFaults({})
    await abstraction.resumeBundling()
    // Operations give twice the tips that the chain suggests, and it suggests those of its latest blocks.
    await chains.main.client.mine({ blocks: 25 })
  },

  configuration: async ({ chains, walletService }, use) => {
    const { main, second } = chains
    await use({
      chains: [main.chain, second.chain],
      send: {},
      activity: true,
      walletData: { tokens: { [`eip155:${main.chainId}`]: [main.tokens.usd] } },
      emailAuth: {
        frameUrl: walletService.frameUrl,
        networks: [`eip155:${main.chainId}`, `eip155:${second.chainId}`],
      },
    })
  },
})

export const at = (page: Page, id: string) => dialog(page).getByTestId(id)

/** The worker's bundlers, in the order they are asked in. */
export function bothOf({ bundlers: [first, second] }: AccountAbstraction): readonly [Bundler, Bundler] {
  if (!second) throw new Error('There is one bundler only.')
  return [first, second]
}

const dollars = 50

/** A person's first login, and money for their smart account: one coin for fees, and 50 dollars. */
export async function openSmartAccount(
  page: Page,
  service: WalletService,
  main: EvmStack,
  options: {
    readonly email: string
    readonly configuration: AppConfiguration
    /** Of the app. Default the test run's own. */
    readonly origin?: string
  },
): Promise<Address> {
  const { email, configuration, origin = process.env['LATCHKEY_E2E_URL'] } = options
  await configure(page, configuration)
  await page.goto(`${origin}/chains.html`)
  const before = await askForMail(page, service, email)
  await enterCode(page, await codeFrom(service, email, before))
  await keepRecoveryCode(page)
  await expect(only(page, 'eip155', 'status')).toHaveText('connected')
  // The app knows of the account before the modal is closed, and what's pressed in between would be lost.
  if (configuration.siwx) await expect(at(page, 'siwx-sign')).toBeVisible()
  else await expect(dialog(page)).toBeHidden()
  const account = ((await only(page, 'eip155', 'address').textContent()) ?? '') as Address
  await main.setBalance(account, parseEther('1'))
  const [giver] = main.accounts
  if (!giver) throw new Error('The stack has no account.')
  await main.client.impersonateAccount({ address: giver.address })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [account, parseUnits(String(dollars), 6)],
  })
  const hash = await main.client.sendTransaction({
    ...{ account: giver.address, chain: main.chain, to: main.tokens.usd.address, data },
  })
  await main.client.waitForTransactionReceipt({ hash })
  return account
}

/** Opens the page again, until the account is there: a wallet that takes longer than ten seconds to answer isn't waited for. */
export async function reload(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(only(page, 'eip155', 'status')).toHaveText('connected', { timeout: 30_000 })
  }).toPass({ timeout: 180_000 })
}

export async function openActivity(page: Page): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.getByTestId('whole').getByTestId('account-button').click()
  }
  await expect(at(page, 'activity-tab').locator('[data-testid^="activity-row-"]').first()).toBeVisible()
}

/** Fills in a payment of dollars, and leads to its preview. */
export async function previewPayment(
  page: Page,
  main: EvmStack,
  payment: { readonly to: Address; readonly amount: string },
): Promise<void> {
  if (!(await dialog(page).isVisible())) {
    await page.getByTestId('whole').getByTestId('account-button').click()
  }
  if (!(await at(page, 'send-form').isVisible())) await at(page, 'wallet-features-send-button').click()
  await at(page, 'send-token').click()
  await at(page, `send-token-${main.tokens.usd.address}`).click()
  await at(page, 'send-amount').fill(payment.amount)
  await at(page, 'send-receiver').fill(payment.to)
  await expect(at(page, 'send-preview')).toHaveText('Preview Send')
  await at(page, 'send-preview').click()
  await expect(at(page, 'send-preview-view')).toBeVisible({ timeout: 60_000 })
}

/** In units of a millionth, what an account holds in dollars. */
export const dollarsOf = (main: EvmStack, address: Address): Promise<bigint> =>
  main.tokenBalanceOf(main.tokens.usd.address, address)

/** Hashes of the operations of an account that were carried out, as the entry point says. */
export async function carriedOut(main: EvmStack, sender: Address): Promise<readonly Hex[]> {
  const events = await main.client.getContractEvents({
    ...{ address: entryPoint07Address, abi: entryPoint07Abi, eventName: 'UserOperationEvent' },
    ...{ args: { sender }, fromBlock: 0n, strict: true },
  })
  return events.map(({ args }) => args.userOpHash)
}
