import type { Page } from '@playwright/test'

/** Groups whose words depend on nothing but the code. */
export const transcribed = ['send/', 'swap/', 'receive/', 'siwx/', 'names/']
/** Their toast comes and goes by itself. */
const moving = /lookalike/

export async function listScreens(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url)
  const links = page.locator('[data-screen]')
  await links.first().waitFor()
  const ids = await links.evaluateAll((found) =>
    found.map((link) => (link as HTMLElement).dataset['screen'] ?? ''),
  )
  return ids.filter((id) => transcribed.some((group) => id.startsWith(group)) && !moving.test(id))
}

/** What a screen reader is given of a screen: roles, names, states and live regions, in reading order. */
export async function transcribe(page: Page, url: string, id: string): Promise<string> {
  await page.goto(`${url}stage.html?screen=${id}&theme=light&dir=ltr`)
  await page.waitForSelector('html[data-acted]', { timeout: 30_000 })
  const dialog = page.locator('dialog.lk-modal')
  await dialog.waitFor()
  await page.waitForFunction(() => !document.querySelector('.lk-view-skeleton'))
  await page.waitForTimeout(300)
  return dialog.ariaSnapshot()
}
