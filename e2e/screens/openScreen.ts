import type { Page } from '@playwright/test'

/** Opens one screen of the gallery and waits until it is reached. Fails with what the screen says it lacks. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const root = page.locator('html[data-acted]')
  await root.waitFor({ timeout: 30_000 })
  const fault = await root.getAttribute('data-acted')
  if (fault) throw new Error(fault)
}

/** Screens that only the browser of a phone shows. */
export const isOfPhone = (id: string) => /^walletconnect\/app-|list-phone$|-on-phone$/.test(id)
