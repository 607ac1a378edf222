import { expect, test } from '@playwright/test'
import { wallets } from './wallets.ts'

for (const { name, account, install } of wallets) {
  test(`a person connects with the ${name}`, async ({ page }) => {
    await install(page)
    await page.goto('/')
    await page.getByTestId('connect-button').click()
    await page.getByTestId('lk-modal-card').getByRole('button', { name }).click()
    await expect(page.getByTestId('greeting')).toHaveText(`Hello ${account}`)

    await page.reload()
    await expect(page.getByTestId('greeting')).toHaveText(`Hello ${account}`)
  })
}
