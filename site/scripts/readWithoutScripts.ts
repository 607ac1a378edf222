import type { Browser } from 'playwright'
import { tooWide, widths } from './lookAtPage.js'
import { shareOut } from './shareOut.js'

/**
 * Opens each page in a browser that runs no scripts: its title and its words are there, it fits the window, and the menu leads on.
 *
 * @returns what is wrong, as sentences
 */
export async function readWithoutScripts(
  browser: Browser,
  url: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const problems = await shareOut(paths, async (path) => {
    const page = await context.newPage()
    await page.goto(`${url}/${path}`)
    const found: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await tooWide(page, width)))
    }
    if (!(await page.getByRole('heading', { level: 1 }).isVisible())) found.push('shows no title')
    const hidden = await page.evaluate(
      () =>
        [...document.querySelectorAll('main :is(p, li, td, th, pre, h2, h3)')].filter(
          (part) =>
            part.textContent?.trim() && !part.checkVisibility() && !part.closest('details:not([open])'),
        ).length,
    )
    if (hidden > 0) found.push(`hides ${hidden} parts`)
    await page.close()
    return found.map((problem) => `/${path} (without JavaScript): ${problem}`)
  })
  await context.close()
  return [...problems.flat(), ...(await followMenu(browser, url))]
}

async function followMenu(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(`${url}/start/`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Glossary' }).click()
  const reached = page.url()
  await context.close()
  return reached.endsWith('/glossary/') ? [] : [`The menu leads to ${reached} without JavaScript.`]
}
