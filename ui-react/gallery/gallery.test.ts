import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from './launchBrowser.js'
import { serveGallery } from './serveGallery.js'

const groups = ['controls', 'rows', 'fields', 'states', 'pictures']
const looks = [
  'theme=light',
  'theme=dark',
  'theme=light&dir=rtl',
  'theme=dark&accent=%23ffe600',
  'theme=light&accent=%23ffe600',
]
const cases = groups.flatMap((group) => looks.map((look) => [group, look] as const))

let gallery: Awaited<ReturnType<typeof serveGallery>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  gallery = await serveGallery()
  browser = await launchBrowser()
  // Axe is injected by the tool and needs eval; the policy is checked in a context of its own below.
  context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' })
})

afterAll(async () => {
  await browser?.close()
  await gallery?.stop()
})

async function open(page: Page, group: string, look: string): Promise<void> {
  await page.goto(`${gallery.url}?story=${group}/&${look}`)
  await page.locator('[data-story]').first().waitFor()
}

describe('every story', () => {
  it.each(cases)('%s has nothing for axe to say with %s', async (group, look) => {
    const page = await context.newPage()
    await open(page, group, look)
    const { violations, passes } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .disableRules(['page-has-heading-one'])
      .analyze()
    await page.close()
    expect(passes.length).toBeGreaterThan(5)
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
      ),
    ).toEqual([])
  })

  it.each(groups)('%s runs under the strictest content security policy and trusted types', async (group) => {
    const strict = await browser.newContext()
    const page = await strict.newPage()
    const reports: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') reports.push(message.text())
    })
    page.on('pageerror', (error) => reports.push(error.message))
    await open(page, group, 'theme=light')
    for (const button of await page.locator('.lk-copy button, .lk-tooltip-anchor button').all())
      await button.hover()
    await page.locator('body').press('Tab')
    await strict.close()
    expect(reports).toEqual([])
  })
})
