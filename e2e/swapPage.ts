// Shared by the scenarios of swapping: pools on a local chain, an account for each scenario, and the form.
import { deployAmm, type EvmAmm, type EvmStack } from '@latchkey/devstack/evm'
import { localMarket, startWalletData } from '@latchkey/service-wallet-data'
import type { InstalledEvmTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { type Address, erc20Abi, parseUnits } from 'viem'
import { test as base, expect, type OpenOptions } from './fixtures.js'
import { connect, dialog } from './page.js'

interface WorkerFixtures {
  readonly amm: EvmAmm
}

export const test = base.extend<object, WorkerFixtures>({
  amm: [async ({ chains }, use) => use(await deployAmm(chains.main)), { scope: 'worker', timeout: 120_000 }],
})

export const at = (page: Page, id: string) => dialog(page).getByTestId(id)

function poolsOf({ chainId, tokens }: EvmStack, amm: EvmAmm): NonNullable<OpenOptions['app']> {
  const { usd, gold } = tokens
  const venues = {
    wrapped: amm.tokens.weth,
    v2: [{ name: 'Uniswap v2', router: amm.v2.router }],
    v3: [{ name: 'Uniswap v3', quoter: amm.v3.quoter, router: amm.v3.router02 }],
    tokens: [usd, gold],
  }
  return { swap: { venues: { [`eip155:${chainId}`]: venues } } }
}

/** A wallet-data service that swaps by one router of the chain. */
export const startSwapService = ({ url, chainId, tokens }: EvmStack, amm: EvmAmm) =>
  startWalletData({
    ...localMarket,
    nodes: [{ namespace: 'eip155', url }],
    swaps: {
      [`eip155:${chainId}`]: {
        router: amm.v2.router,
        wrapped: amm.tokens.weth.address,
        tokens: [tokens.usd, tokens.gold],
      },
    },
  })

/** An app that swaps by such a service alone. */
export function swapsBy(url: string, { chainId }: EvmStack, amm: EvmAmm): NonNullable<OpenOptions['app']> {
  const networkId = `eip155:${chainId}`
  // Knows the router, so that the service's calls are read back, and has no quoter with a price of its own.
  const v3 = [{ name: 'Unpriced', quoter: amm.v2.factory, router: amm.v2.router }]
  return {
    swap: { venues: { [networkId]: { wrapped: amm.tokens.weth, v3 } } },
    serviceSwap: { url, projectId: 'e2e', routers: { [networkId]: amm.v2.router } },
  }
}

/** Connects an account that no other scenario uses, and opens the form. */
export async function openSwap(
  {
    page,
    chains,
    amm,
    openApp,
  }: {
    readonly page: Page
    readonly chains: { readonly main: EvmStack }
    readonly amm: EvmAmm
    readonly openApp: (options?: OpenOptions) => Promise<InstalledEvmTestWallet>
  },
  index: number,
  wallet: OpenOptions['wallet'] = { calls: 'none' },
  app: OpenOptions['app'] = poolsOf(chains.main, amm),
) {
  const stack = chains.main
  const { address, privateKey } = stack.accounts[index] as EvmStack['accounts'][number]
  const installed = await openApp({
    app,
    wallet: { ...wallet, accounts: [privateKey] },
  })
  await connect(page)
  await page.getByTestId('account-button').click()
  await at(page, 'wallet-features-swaps-button').click()
  await expect(at(page, 'swap-form')).toBeVisible()
  const allowance = (token: Address, spender: Address) =>
    stack.client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [address, spender],
    })
  const balances = async (...tokens: readonly (Address | undefined)[]) =>
    Promise.all(
      tokens.map((token) => (token ? stack.tokenBalanceOf(token, address) : stack.balanceOf(address))),
    )
  return { wallet: installed, stack, address, allowance, balances }
}

/** @param token Symbol of a listed token, or an address to search for. */
export async function choose(page: Page, side: 'sourceToken' | 'toToken', token: string, symbol = token) {
  await at(page, `swap-select-token-button-${side}`).click()
  await at(page, 'swap-token-search').fill(token)
  await at(page, `swap-select-token-item-${symbol}`).click()
  await expect(at(page, `swap-select-token-button-${side}`)).toContainText(symbol)
}

export async function review(page: Page, amountText: string): Promise<void> {
  await at(page, 'swap-input-sourceToken').fill(amountText)
  await expect(at(page, 'swap-action-button')).toHaveText('Review swap')
  await expect(at(page, 'swap-rate')).toBeVisible({ timeout: 20_000 })
  await at(page, 'swap-action-button').click()
  await expect(at(page, 'swap-preview-view')).toBeVisible({ timeout: 20_000 })
}

/** The digits of an amount that is shown, in its smallest unit. */
export async function shown(page: Page, id: string, decimals: number): Promise<bigint> {
  const text = (await at(page, id).innerText()).replace(/[^0-9.]/g, '')
  return parseUnits(text, decimals)
}

export const confirmed = (page: Page) => expect(at(page, 'swap-confirmed')).toBeVisible({ timeout: 30_000 })

/** What the wallet was asked to sign or to send, by the names of the methods. */
export const askedOf = (wallet: InstalledEvmTestWallet) =>
  wallet.evaluate((control) =>
    control.requests.map(({ method }) => method).filter((method) => /sign|sendT|sendC/i.test(method)),
  )
