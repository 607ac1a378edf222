import { Siwx } from '@latchkey/plugin-siwx'
import { expect, type Page } from '@playwright/test'
import { dialog, serviceState } from './page.js'

export const signInState = (page: Page) => serviceState(page, Siwx)

export const expectStatus = (page: Page, status: string | undefined) =>
  expect
    .poll(async () => {
      const { accountId, statuses } = await signInState(page)
      return accountId && statuses[accountId]
    })
    .toBe(status)

export const signButton = (page: Page) => page.getByTestId('siwx-sign')

/** Signs in, and sees the modal close. */
export async function signIn(page: Page): Promise<void> {
  await signButton(page).click()
  await expect(dialog(page)).toBeHidden()
  await expectStatus(page, 'signedIn')
}
