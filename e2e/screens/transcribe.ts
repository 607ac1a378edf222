import type { Locator, Page } from '@playwright/test'
import { openScreen } from './openScreen.js'

/** Groups that `npm test` reads; the others are read by `npm run gallery -- --check`. */
export const transcribed = ['send/', 'swap/', 'receive/', 'siwx/', 'names/']
/** Their words change over time. */
const moving = /lookalike|may-repeat|after-all|unanswered|code-ending|app-(?:slow|again|long|opening)/

/** Controls of direction, which are read out or copied along: the kit turns them into elements. */
export const invisibleMarks = /[\u2066-\u2069\u200e\u200f]/

/** Days and hours read the same wherever the machine is. */
export const englishInUtc = { locale: 'en-US', timezoneId: 'UTC' } as const

const today = new Date('2026-11-24T12:00:00Z')

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
  // What a view dates with today reads the same on every day. Timers run on.
  await page.clock.setFixedTime(today)
  await openScreen(page, `${url}stage.html?screen=${id}&theme=light&dir=ltr&still`)
  const dialog = page.locator('dialog.lk-modal')
  await dialog.waitFor()
  if (!id.endsWith('loading')) await page.waitForFunction(() => !document.querySelector('.lk-view-skeleton'))
  // A busy machine draws late: read until it stands still. A view that never does is read as it is then.
  let said = ''
  for (let round = 0; round < 10; round += 1) {
    await page.waitForTimeout(300)
    const last = said
    said = await read(dialog)
    if (said === last) break
  }
  return said
}

/** The time that is left, and that of a reading, depend on when it's read. */
const read = async (dialog: Locator) =>
  (await dialog.ariaSnapshot())
    .replace(/\b\d+ s\b/g, 'N s')
    .replace(/\bfrom \d+:\d\d\s[AP]M\b/g, 'from H:MM')
    .replace(/\b\d:\d\d\b/g, 'M:SS')
