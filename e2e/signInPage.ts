import { expect, type Page } from '@playwright/test'
import { dialog } from './page.js'

interface SignInState {
  readonly accountId?: string
  readonly statuses: Readonly<Record<string, string>>
  readonly sessions: readonly {
    readonly accountId: string
    /** The whole sign-in, where the page keeps it. */
    readonly session?: { readonly message: string; readonly signature: string }
  }[]
}

/** The sign-in's state as plain data. */
export const signInState = (page: Page): Promise<SignInState> =>
  page.evaluate(() => {
    const { kernel } = window as unknown as { kernel: { get(token: unknown): { state: unknown } } }
    const id = 'latchkey.siwx'
    const { state } = kernel.get({ id, symbol: Symbol.for(`latchkey.token/${id}`) })
    return JSON.parse(JSON.stringify(state))
  })

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
