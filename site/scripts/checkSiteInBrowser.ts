import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { serveFolder } from '../../e2e/staticServer.js'
import { root } from '../../scripts/workspace.js'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import { tryLiveExamples } from './tryLiveExamples.js'

/**
 * Looks at the pages of the built site as a reader's browser does: axe, width, faults, search, and without JavaScript. Looks at the
 * pages of the site's own and those that have what no other has; with `--all` at every one, which takes minutes.
 */
const built = join(root, 'site/dist')

interface Look {
  readonly theme: 'light' | 'dark'
  readonly width: number
}

const looks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
]

/** Pages that have what no other has; all others are looked at once, each in another look than its neighbour. */
const inEveryLook = [
  '',
  'start/',
  'how-it-works/',
  'jobs/connect/',
  'jobs/theming/',
  'hosts/',
  'packages/send/api/',
]

/** The pages written for the site alone, and the guides. */
const ownPage =
  /^(?:jobs|plugins|security)\/|^(?:compared|migration|packages|agents|releasing|reference\/errors)\/$/

const pages = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html'))
  .map((path) => relative(built, join(built, path)).replace(/index\.html$/, ''))
  .filter((path) => path !== 'live/')
  .filter((path) => process.argv.includes('--all') || inEveryLook.includes(path) || ownPage.test(path))
  .sort()

const problems: string[] = []
const server = await serveFolder(built)
const browser = await launchBrowser()
try {
  for (const [index, look] of looks.entries()) {
    const own = pages.filter((path, at) => inEveryLook.includes(path) || at % looks.length === index)
    await lookAt(browser, look, own)
    console.log(`${own.length} pages in ${look.theme}, ${look.width} pixels wide.`)
  }
  await readWithoutScripts(browser)
  await search(browser)
  problems.push(...(await tryLiveExamples(browser, server.url)))
} finally {
  await browser.close()
  await server.stop()
}
for (const problem of problems) console.error(problem)
console.log(`${pages.length} pages looked at, ${problems.length} problems.`)
process.exit(problems.length > 0 || pages.length < 25 ? 1 : 0)

async function lookAt(opened: Browser, { theme, width }: Look, paths: readonly string[]): Promise<void> {
  const context = await opened.newContext({
    viewport: { width, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  let now = ''
  const note = (problem: string) => void problems.push(`/${now} (${theme}, ${width}): ${problem}`)
  page.on('pageerror', (error) => note(`throws ${error.message}`))
  page.on('console', (message) => message.type() === 'error' && note(`says ${message.text()}`))
  for (const path of paths) {
    now = path
    await page.goto(`${server.url}/${path}`, { waitUntil: 'load' })
    for (const problem of await problemsOf(page, path)) note(problem)
  }
  await context.close()
}

async function problemsOf(page: Page, path: string): Promise<readonly string[]> {
  const violations = await violationsOf(page, path)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...violations.map(
      ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    ),
    ...(wide > 0 ? [`is ${wide} pixels wider than the window`] : []),
  ]
}

async function readWithoutScripts(opened: Browser): Promise<void> {
  const context = await opened.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/start/`)
  if (!(await page.getByRole('heading', { level: 1 }).isVisible()))
    problems.push('/start/ shows no title without JavaScript.')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'How Latchkey is built' })
    .click()
  if (!page.url().endsWith('/how-it-works/'))
    problems.push(`The menu leads to ${page.url()} without JavaScript.`)
  await context.close()
}

async function search(opened: Browser): Promise<void> {
  const page = await opened.newPage()
  await page.goto(`${server.url}/`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().fill('allowance')
  const found = page.getByRole('dialog').getByRole('link').first()
  await found
    .waitFor({ timeout: 20_000 })
    .then(undefined, () => problems.push('The search finds no "allowance".'))
  await page.close()
}

/**
 * Returns what axe finds. The frame around a page's own part is the same on every page, colours come from one style sheet, and what is written from sources is made of
 * the same few parts, on very long pages: they are looked at where they are in every look.
 */
async function violationsOf(page: Page, path: string) {
  const axe = new AxeBuilder({ page })
  if (inEveryLook.includes(path)) return (await axe.analyze()).violations
  if (path.endsWith('/api/') || path === 'reference/errors/') return []
  return (await axe.include('main').disableRules('color-contrast').analyze()).violations
}
