import { expect, test } from '@playwright/test'
import { wallets } from './wallets.ts'

for (const { name, accountId, install } of wallets) {
  test(`a person signs in with the ${name}`, async ({ page }) => {
    const status = () => page.evaluate(async () => (await fetch('/api/secret')).status)
    await install(page)
    await page.goto('/')
    expect(await status()).toBe(401)

    await page.getByTestId('connect-button').click()
    await page.getByTestId('lk-modal-card').getByRole('button', { name }).click()
    await page.getByTestId('siwx-sign').click()
    await page.getByRole('button', { name: 'Read the secret' }).click()
    await expect(page.getByTestId('secret')).toHaveText(`Only you can read this, ${accountId}.`)

    await page.reload()
    await page.getByRole('button', { name: 'Read the secret' }).click()
    await expect(page.getByTestId('secret')).toHaveText(`Only you can read this, ${accountId}.`)

    await page.getByTestId('account-button').click()
    await page.getByTestId('disconnect-button').click()
    await expect.poll(status).toBe(401)
  })
}
