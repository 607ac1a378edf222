import type { EvmAccount, EvmStack } from '@latchkey/devstack/evm'
import { installEvmTestWallet } from '@latchkey/testkit/playwright'
import { expect, type Page } from '@playwright/test'
import { parseEther, verifyMessage } from 'viem'

/** Drives the elements that every app on an EVM chain has, which are the app's own on wagmi. */
export interface EvmApp {
  readonly page: Page
  readonly url: string
  readonly chains: readonly [EvmStack, EvmStack]
}

const jar = '0x000000000000000000000000000000000000dEaD'

/** Opens the app in a page with a wallet that holds a real key. Returns the wallet's account. */
export async function openApp({ page, url, chains }: EvmApp): Promise<EvmAccount> {
  const [one] = chains
  const owner = one.accounts[0]
  if (!owner) throw new Error('The local chain has no account.')
  await installEvmTestWallet(page, {
    accounts: [owner.privateKey],
    chains: chains.map(({ chainId, url: rpcUrl }) => ({ chainId, rpcUrl })),
    initialChainId: one.chainId,
  })
  const rpcUrls = Object.fromEntries(chains.map((chain) => [chain.chainId, chain.url]))
  await page.addInitScript((urls) => Object.assign(window, { tipJar: { rpcUrls: urls } }), rpcUrls)
  await page.goto(url)
  return owner
}

/** Signs by the app's own button, and checks who signed. */
export async function sign({ page }: EvmApp, owner: EvmAccount): Promise<void> {
  await page.getByTestId('sign').click()
  const part = page.getByTestId('signature')
  await expect(part).toHaveText(/^0x/)
  const signature = (await part.textContent()) as `0x${string}`
  expect(await verifyMessage({ address: owner.address, message: 'Thank you', signature })).toBe(true)
}

/** Switches to the second network by the app's own button. */
export async function switchNetwork({ page, chains: [, two] }: EvmApp): Promise<void> {
  await page.getByTestId('switch').click()
  await expect(page.getByTestId('chain')).toHaveText(String(two.chainId))
}

/** Sends on the second network by the app's own button, and checks what came in. */
export async function tip({ page, chains: [, two] }: EvmApp): Promise<void> {
  const before = await two.client.getBalance({ address: jar })
  await page.getByTestId('send').click()
  await expect(page.getByTestId('receipt')).toHaveText('success')
  expect(await two.client.getBalance({ address: jar })).toBe(before + parseEther('0.25'))
}
