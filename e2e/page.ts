import { Session, type SessionState } from '@latchkey/kernel/wallet'
import type { Token } from '@latchkey/kernel/plugin'
import { expect, type Locator, type Page } from '@playwright/test'

/** The modal of the (only) provider on the page. */
export const dialog = (page: Page) => page.getByRole('dialog')

/** Connects the test wallet by hand, as a person does. */
export async function connect(page: Page, { settled = true, wallet = 'Test wallet' } = {}): Promise<void> {
  await page.getByTestId('connect-button').click()
  await dialog(page)
    .getByRole('button', { name: new RegExp(wallet) })
    .click()
  if (settled) await expect(page.getByTestId('status')).toHaveText('connected')
}

/**
 * Fills a field of the page behind the modal. It waits until that is closed: closing gives the focus back to the button, and text goes to
 * whatever has the focus then.
 */
export async function fillBehind(field: Locator, value: string): Promise<void> {
  await expect(dialog(field.page())).toBeHidden()
  await field.fill(value)
  await expect(field).toHaveValue(value)
}

/** The state of a service of the page's kernel, as plain data. */
export function serviceState<Service extends { readonly state: unknown }>(
  page: Page,
  { id }: Token<Service>,
): Promise<Service['state']> {
  return page.evaluate((tokenId) => {
    const symbol = Symbol.for(`latchkey.token/${tokenId}`)
    return JSON.parse(JSON.stringify(window.kernel.get<Service>({ id: tokenId, symbol }).state))
  }, id)
}

export const stateOf = (page: Page): Promise<SessionState> => serviceState(page, Session)
