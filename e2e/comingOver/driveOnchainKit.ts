import { expect } from '@playwright/test'
import { type EvmApp, openApp, sign, switchNetwork, tip } from './evmApp.js'

export interface OnchainKitDrive extends EvmApp {
  /** Called once the wallet is connected. */
  onConnected(): Promise<void>
}

/**
 * Does with an app on OnchainKit what a person does: connects, signs, switches, tips, reloads, disconnects. It knows the app's own
 * elements and takes a choice of wallets where there is one, so that it runs unchanged before and after the app came over.
 */
export async function driveOnchainKit({ onConnected, ...app }: OnchainKitDrive): Promise<void> {
  const { page } = app
  const owner = await openApp(app)
  const part = (id: string) => page.getByTestId(id)
  const button = part('wallet').getByRole('button').first()
  await expect(part('own')).toHaveText('Nobody yet')

  await button.click()
  const choice = page.getByRole('dialog').getByRole('button', { name: /Test wallet/ })
  await choice.or(part('address').filter({ hasText: owner.address })).waitFor()
  if (await choice.isVisible()) await choice.click()
  await expect(part('address')).toHaveText(owner.address)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await onConnected()

  await expect(part('own')).toHaveText(/^0xf39f.* on Local one$/i)
  await sign(app, owner)
  await switchNetwork(app)
  await expect(part('own')).toContainText('on Local two')
  await tip(app)

  await page.reload()
  await expect(part('address')).toHaveText(owner.address)
  await expect(part('own')).toContainText('on Local two')
  await button.click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(part('address')).toHaveText('')
  await expect(part('own')).toHaveText('Nobody yet')
}
