import type { Browser, BrowserContext } from 'playwright'
import { type KnownContrasts, lookAtPage, type Theme, widths } from './lookAtPage.js'
import { shareOut } from './shareOut.js'

const themes: readonly Theme[] = ['light', 'dark']

/**
 * Looks at each page, neighbours in another width, and pairs of neighbours in another theme.
 *
 * @returns what is wrong, as sentences
 */
export async function lookAtPages(
  browser: Browser,
  url: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const known: KnownContrasts = { light: new Set(), dark: new Set() }
  const open = (colorScheme: Theme) => browser.newContext({ colorScheme, reducedMotion: 'reduce' })
  const contexts = { light: await open('light'), dark: await open('dark') }
  const problems = await shareOut(paths, async (path, at) => {
    const width = widths[at % 2] ?? 1280
    const theme = themes[Math.floor(at / 2) % 2] ?? 'light'
    const found = await lookAt(contexts[theme], `${url}/${path}`, { theme, width }, known)
    return found.map((problem) => `/${path} (${theme}, ${width}): ${problem}`)
  })
  await Promise.all(themes.map((theme) => contexts[theme].close()))
  console.log(`${known.light.size} pairs of colours in light, ${known.dark.size} in dark.`)
  return problems.flat()
}

async function lookAt(
  context: BrowserContext,
  address: string,
  look: Parameters<typeof lookAtPage>[1],
  known: KnownContrasts,
): Promise<readonly string[]> {
  const faults: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`throws ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && faults.push(`says ${message.text()}`))
  await page.goto(address, { waitUntil: 'load' })
  const problems = await lookAtPage(page, look, known)
  await page.close()
  return [...faults, ...problems]
}
