import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { keyboardOf } from './screens/keyboard.js'
import { openScreen } from './screens/openScreen.js'
import { serveScreens } from './screens/serveScreens.js'
import { invisibleMarks, isTranscribed, listScreens, transcribe, transcribed } from './screens/transcribe.js'

const fileOf = (group: string) =>
  join(import.meta.dirname, 'screens/transcripts', `${group.slice(0, -1)}.txt`)

// One worker, to build the page only once.
test.describe.configure({ mode: 'default' })

let served: Awaited<ReturnType<typeof serveScreens>>
test.beforeAll(async () => {
  test.setTimeout(120_000)
  served = await serveScreens()
})
test.afterAll(() => served.stop())

// `--update-snapshots=all` writes what is read now.
for (const group of transcribed) {
  test(`${group} reads as it is written down`, async ({ page }, { config }) => {
    test.setTimeout(240_000)
    const ids = (await listScreens(page, served.url)).filter(
      (id) => id.startsWith(group) && isTranscribed(id),
    )
    expect(ids.length).toBeGreaterThan(3)
    const parts: string[] = []
    for (const id of ids) parts.push(`# ${id}\n${await transcribe(page, served.url, id)}\n`)
    const text = parts.join('\n')
    expect(text).not.toMatch(invisibleMarks)
    if (config.updateSnapshots === 'all') await writeFile(fileOf(group), text)
    expect(text).toBe(await readFile(fileOf(group), 'utf8'))
  })
}

const open = (page: Page, id: string) =>
  openScreen(page, `${served.url}stage.html?screen=${id}&theme=light&dir=ltr`)

test('pays by keys alone', async ({ page }) => {
  const keys = keyboardOf(page)
  await open(page, 'pay/bill')
  await keys.tabTo('button "Ether')
  await keys.press('Enter')
  await keys.reaches('Review payment')
  await keys.tabTo('button "Back"')
  await keys.press('Enter')
  await keys.reaches('Pay')
  await keys.tabTo('button "USD Coin')
  await keys.press('Enter')
  await keys.reaches('Review payment')
  await keys.tabTo('button "Pay 12.5 USDC"')
  await keys.press('Enter')
  await expect(page.getByTestId('pay-asking')).toBeVisible()
  await keys.press('Tab')
})

test('signs in by keys alone, and closes the account behind it', async ({ page }) => {
  const keys = keyboardOf(page)
  await open(page, 'siwx/optional')
  await keys.tabTo('button "Sign in"')
  await keys.press('Enter')
  await expect(page.getByTestId('siwx-sign')).toHaveAttribute('aria-busy', 'true')
  await keys.tabTo('button "Cancel"')
  await page.keyboard.press('Enter')
  await expect(page.locator('dialog.lk-modal')).toBeHidden()
  // The person's own way back: the button of the page.
  const button = page.getByTestId('account-button')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await keys.reaches('Account')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
