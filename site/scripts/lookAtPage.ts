import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright'
import { markContrasts } from './markContrasts.js'
import { thinOut } from './thinOut.js'

export type Theme = 'light' | 'dark'

/** Pairs of colours that were looked at, by theme. */
export type KnownContrasts = Readonly<Record<Theme, Set<string>>>

/** The narrowest and the widest window that a page must fit into, in pixels. */
export const widths = [360, 1280]

const aboutColours = ['color-contrast', 'link-in-text-block']

/**
 * Looks at the page that is open: whether it fits each width, all rules of axe in its theme and the width it ends with, and those about
 * colours in both themes. The page is less afterwards.
 *
 * @returns what is wrong, as sentences
 */
export async function lookAtPage(
  page: Page,
  look: { readonly theme: Theme; readonly width: number },
  known: KnownContrasts,
): Promise<readonly string[]> {
  const wide: string[] = []
  for (const width of [...widths.filter((other) => other !== look.width), look.width]) {
    await page.setViewportSize({ width, height: 800 })
    wide.push(...(await tooWide(page, width)))
  }
  const unreached = await unreachedCode(page)
  await page.evaluate(thinOut)
  const own = await violationsOf(build(page).disableRules(aboutColours))
  const colours = [
    ...(await lookAtColours(page, look.theme, known)),
    ...(await switchTheme(page, look.theme, known)),
  ]
  return [...wide, ...unreached, ...own, ...colours]
}

/** Returns a sentence where the page is wider than the window, with the parts that stick out. */
export async function tooWide(page: Page, width: number): Promise<readonly string[]> {
  const { over, parts } = await page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth
    if (over <= 0) return { over, parts: [] }
    const parts = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 0.5)
      .map((element) => `${element.localName}.${element.className}`)
    return { over, parts: parts.slice(0, 5) }
  })
  return over > 0 ? [`is ${over} pixels wider than a window of ${width}: ${parts.join(', ')}`] : []
}

async function unreachedCode(page: Page): Promise<readonly string[]> {
  const isReached = await page.evaluate(() =>
    [...document.querySelectorAll('pre')].every(
      (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0,
    ),
  )
  return isReached ? [] : ['has code that is wider than its place and that keys don’t reach']
}

async function switchTheme(page: Page, theme: Theme, known: KnownContrasts): Promise<readonly string[]> {
  const other = theme === 'light' ? 'dark' : 'light'
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), other)
  return (await lookAtColours(page, other, known)).map((problem) => `${problem} in ${other}`)
}

async function lookAtColours(page: Page, theme: Theme, known: KnownContrasts): Promise<readonly string[]> {
  const marked = await page.evaluate(markContrasts, [...known[theme]])
  for (const pair of marked) known[theme].add(pair)
  if (marked.length === 0) return []
  return violationsOf(build(page).include('[data-contrast]').withRules(aboutColours))
}

// Without frames, for whose sake axe would open an empty page each time.
const build = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false })

async function violationsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
