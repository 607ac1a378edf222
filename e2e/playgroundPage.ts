import { expect, type Locator, type Page } from '@playwright/test'

/** The test wallet's own window. */
export const wallet = (page: Page) => page.getByRole('dialog', { name: /^Test wallet/ })

/** Each question of the wallet's own window, until it asks no more and the page shows what is expected. */
export async function approveUntil(page: Page, shown: ReturnType<Page['getByText']>): Promise<void> {
  const approve = wallet(page).getByRole('button', { name: 'Approve' })
  await expect(async () => {
    if (await approve.isVisible()) await approve.click()
    await expect(shown).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

/** The mails to an address, newest first, on the page that the playground links to. It looks for new ones by itself. */
export async function openMails(page: Page, email: string): Promise<Locator> {
  const mails = await page.context().newPage()
  await mails.goto((await page.getByRole('link', { name: 'mail page' }).getAttribute('href')) ?? '')
  return mails.getByRole('article').filter({ hasText: email })
}

/** The code of the newest mail, once so many came with one. */
export async function readCode(page: Page, email: string, count = 1): Promise<string> {
  const withCode = (await openMails(page, email)).filter({ hasText: /code is \d{6}/ })
  await expect(withCode).toHaveCount(count, { timeout: 30_000 })
  const code = /code is (\d{6})/.exec(await withCode.first().innerText())?.[1] ?? ''
  await withCode.page().close()
  return code
}
