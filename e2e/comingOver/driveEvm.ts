import type { EvmAccount } from '@latchkey/devstack/evm'
import { expect, type Page } from '@playwright/test'
import { isAddressEqual } from 'viem'
import { type EvmApp, openApp, sign, switchNetwork, tip } from './evmApp.js'

export interface EvmDrive extends EvmApp {
  /** Whether the app asks to sign in, and asks again on another network. */
  readonly signIn: 'none' | 'once' | 'each network'
  /** Called once the wallet is connected. */
  onConnected(): Promise<void>
}

interface Driven extends EvmDrive {
  readonly owner: EvmAccount
}

/**
 * Does with an app what a person does: connects, signs in, signs, switches, tips, reloads, disconnects. It knows the app's own
 * elements and the words that every product shares, so that it runs unchanged before and after an app came over.
 */
export async function driveEvm(drive: EvmDrive): Promise<void> {
  const { onConnected } = drive
  const owner = await openApp(drive)
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
async function act(driven: Driven): Promise<void> {
  const { page, owner, signIn } = driven
  const part = (id: string) => page.getByTestId(id)
  await expect(part('own')).toContainText('on Local one')
  await expect(part('open-connect')).toBeDisabled()
  if (signIn !== 'none') await expectSession(page, owner)
  await sign(driven, owner)

  await part('open-chains').click()
  await expect(dialogOf(page)).toContainText('Local two')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await switchNetwork(driven)
  if (signIn === 'each network') await signsIn(page)
  await expect(part('own')).toContainText('on Local two')
  await tip(driven)
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
