import type { Browser } from 'playwright'

/** Searches for a word that stands in pages, and returns a sentence where nothing is found. */
export async function trySearch(browser: Browser, url: string): Promise<readonly string[]> {
  const page = await browser.newPage()
  await page.goto(`${url}/`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('allowance')
  const found = await page
    .getByRole('dialog')
    .getByRole('link')
    .first()
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    )
  await page.close()
  return found ? [] : ['The search finds no "allowance".']
}
