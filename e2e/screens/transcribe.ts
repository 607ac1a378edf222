import type { Page } from '@playwright/test'

/** Groups that `npm test` reads; the others are read by `npm run gallery -- --check`. */
export const transcribed = ['send/', 'siwx/']
/** Their words come and go by themselves. */
const moving = /lookalike|code-ending|app-(?:slow|again|long|opening)/

export const isTranscribed = (id: string) => !moving.test(id)

export async function listScreens(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url)
  const links = page.locator('[data-screen]')
  await links.first().waitFor()
  const ids = await links.evaluateAll((found) =>
    found.map((link) => (link as HTMLElement).dataset['screen'] ?? ''),
  )
  return ids.filter((id) => id.includes('/') && !id.endsWith('/') && !id.startsWith('group:'))
}

/** What a screen reader is given of a screen: roles, names, states and live regions, in reading order. */
export async function transcribe(page: Page, url: string, id: string): Promise<string> {
  await page.goto(`${url}stage.html?screen=${id}&theme=light&dir=ltr`)
  await page.waitForSelector('html[data-acted]', { timeout: 30_000 })
  const dialog = page.locator('dialog.lk-modal')
  await dialog.waitFor()
  if (!id.endsWith('loading')) await page.waitForFunction(() => !document.querySelector('.lk-view-skeleton'))
  await page.waitForTimeout(300)
  // How long it still is depends on when one looks.
  return (await dialog.ariaSnapshot()).replace(/\b\d+ s\b/g, 'N s').replace(/\b\d:\d\d\b/g, 'M:SS')
}
