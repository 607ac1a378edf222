import type { EvmAccount, EvmStack } from '@latchkey/devstack/evm'
import { installEvmTestWallet } from '@latchkey/testkit/playwright'
import { expect, type Page } from '@playwright/test'
import { isAddressEqual, parseEther, verifyMessage } from 'viem'

export interface EvmDrive {
  readonly page: Page
  readonly url: string
  readonly chains: readonly [EvmStack, EvmStack]
  /** Whether the app asks to sign in, and asks again on another network. */
  readonly signIn: 'none' | 'once' | 'each network'
  /** Called once the wallet is connected. */
  onConnected(): Promise<void>
}

interface Driven extends EvmDrive {
  readonly owner: EvmAccount
}

const jar = '0x000000000000000000000000000000000000dEaD'

/**
 * Does with an app what a person does: connects, signs in, signs, switches, tips, reloads, disconnects. It knows the app's own
 * elements and the words that every product shares, so that it runs unchanged before and after an app came over.
 */
export async function driveEvm(drive: EvmDrive): Promise<void> {
  const { page, url, chains, onConnected } = drive
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
  await connect({ ...drive, owner })
  await onConnected()
  await act({ ...drive, owner })
  await reloadAndLeave({ ...drive, owner })
}

const dialogOf = (page: Page) => page.getByRole('dialog').last()

async function signsIn(page: Page): Promise<void> {
  await dialogOf(page)
    .getByRole('button', { name: /^Sign (?:message|in)$/i })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function connect({ page, owner, signIn }: Driven): Promise<void> {
  await expect(page.getByTestId('own')).toHaveText('Nobody yet')
  await expect(page.getByTestId('open-chains')).toBeDisabled()
  await page.getByTestId('open-connect').click()
  await dialogOf(page)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(page.getByTestId('address')).toHaveText(owner.address)
  if (signIn !== 'none') await signsIn(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Signs, switches and tips through the app's own code on wagmi. */
async function act({ page, owner, chains, signIn }: Driven): Promise<void> {
  const part = (id: string) => page.getByTestId(id)
  const [, two] = chains
  await expect(part('own')).toContainText('on Local one')
  await expect(part('open-connect')).toBeDisabled()
  if (signIn !== 'none') await expectSession(page, owner)
  await part('sign').click()
  await expect(part('signature')).toHaveText(/^0x/)
  const signature = (await part('signature').textContent()) as `0x${string}`
  expect(await verifyMessage({ address: owner.address, message: 'Thank you', signature })).toBe(true)

  await part('open-chains').click()
  await expect(dialogOf(page)).toContainText('Local two')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await part('switch').click()
  await expect(part('chain')).toHaveText(String(two.chainId))
  if (signIn === 'each network') await signsIn(page)
  await expect(part('own')).toContainText('on Local two')

  const before = await two.client.getBalance({ address: jar })
  await part('send').click()
  await expect(part('receipt')).toHaveText('success')
  expect(await two.client.getBalance({ address: jar })).toBe(before + parseEther('0.25'))
}

async function reloadAndLeave({ page, owner, signIn }: Driven): Promise<void> {
  const part = (id: string) => page.getByTestId(id)
  await page.reload()
  await expect(part('address')).toHaveText(owner.address)
  await expect(part('own')).toContainText('on Local two')
  if (signIn !== 'none') await expectSession(page, owner)
  await part('own').click()
  await dialogOf(page).getByRole('button', { name: 'Disconnect' }).click()
  await expect(part('address')).toHaveText('')
  await expect(part('own')).toHaveText('Nobody yet')
  if (signIn === 'none') return
  // The backend learns of it a moment later.
  await expect(async () => {
    await part('who').click()
    await expect(part('session')).toHaveText('nobody')
  }).toPass()
}

/** The app's backend knows who signed in. */
async function expectSession(page: Page, { address }: EvmAccount): Promise<void> {
  await expect(async () => {
    await page.getByTestId('who').click()
    const session = (await page.getByTestId('session').textContent()) ?? ''
    expect(isAddressEqual(session as `0x${string}`, address)).toBe(true)
  }).toPass()
}
