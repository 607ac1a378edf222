import type { SessionState } from '@latchkey/kernel'
import { expect, type Page } from '@playwright/test'

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

/** The session's state as plain data. */
export function stateOf(page: Page): Promise<SessionState> {
  return page.evaluate(() => {
    const { kernel } = window as unknown as { kernel: { get(token: unknown): { state: unknown } } }
    const session = kernel.get({
      id: 'latchkey.session',
      symbol: Symbol.for('latchkey.token/latchkey.session'),
    })
    return JSON.parse(JSON.stringify(session.state))
  })
}
