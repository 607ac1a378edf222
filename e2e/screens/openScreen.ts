import type { Page } from '@playwright/test'

/** How long a screen may take: it isn't measured here, and a busy machine shares its time. Longer than `stage.tsx` waits. */
export const patience = 150_000

/** Opens one screen of the gallery and waits until it is reached. Fails with what the screen says it lacks. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address, { timeout: patience })
  const root = page.locator('html[data-acted]')
  await root.waitFor({ timeout: patience })
  const fault = await root.getAttribute('data-acted')
  if (fault) throw new Error(fault)
}

/** Screens that only the browser of a phone shows. */
export const isOfPhone = (id: string) => /^walletconnect\/app-|list-phone$|-on-phone$/.test(id)
