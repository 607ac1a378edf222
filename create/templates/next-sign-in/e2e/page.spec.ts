import { expect, test } from '@playwright/test'
import { wallets } from './wallets.ts'

const [wallet] = wallets

test('the server draws the page for who signed in', async ({ page }) => {
  if (!wallet) throw new Error('e2e/wallets.ts lists no wallet.')
  await wallet.install(page)
  await page.goto('/')
  const welcome = page.getByTestId('welcome')
  await expect(welcome).toHaveText('The server does not know you yet.')

  await page.getByTestId('connect-button').click()
  await page.getByTestId('lk-modal-card').getByRole('button', { name: wallet.name }).click()
  await page.getByTestId('siwx-sign').click()
  await expect(welcome).toHaveText(`The server knows you as ${wallet.accountId}.`)
})
