import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveFolder } from '../../e2e/staticServer.js'
import { quit } from '../../scripts/quit.js'
import { takeWords } from '../../scripts/takeWords.js'
import { root } from '../../scripts/workspace.js'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import { lookAtPages } from './lookAtPages.js'
import { readWithoutScripts } from './readWithoutScripts.js'
import { trySearch } from './trySearch.js'
import { tryLiveExamples } from './tryLiveExamples.js'

/**
 * Looks at the built site as a reader's browser does. Reads the pages that are written for the site alone without JavaScript: whether
 * they fit, and their words show. Looks at one page of each kind with axe, in light and dark and at both widths, and for faults; then
 * at the menu, the search and the live examples. Takes every page for all of it with `--all`, which takes minutes, and with paths
 * such as `jobs/send/` those alone.
 */
const built = join(root, 'site/dist')
const ownPage =
  /^(?:|start\/|how-it-works\/|hosts\/|packages\/send\/api\/|(?:jobs|plugins|security|coming-over)\/.*|(?:compared|migration|packages|agents|releasing|reference\/errors)\/)$/
/** Has what no other page has: the start, a diagram, a table of hosts, live examples, tabs, figures, many codes. */
const ofEachKind =
  /^(?:|start\/|how-it-works\/|hosts\/|packages\/send\/api\/|jobs\/(?:send|theming|sign-in)\/|plugins\/(?:chain|start)\/|security\/embedded-wallet\/|coming-over\/rainbowkit\/|(?:compared|migration|packages)\/|reference\/errors\/)$/
if (!existsSync(built)) quit('The site is not built. Run "npm run docs:build" first.', 'SITE_NOT_BUILT')
const paths = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html') && path !== join('live', 'index.html'))
  .map((path) => path.replace(/index\.html$/, ''))
  .sort()
const { words: only, options } = takeWords({ words: paths, options: ['--all'] })
const isEvery = options.has('--all')
const pages = paths.filter((path) => (only.length > 0 ? only.includes(path) : isEvery || ownPage.test(path)))

const lookedAt = only.length > 0 || isEvery ? pages : pages.filter((path) => ofEachKind.test(path))

const server = await serveFolder(built)
const browser = await launchBrowser()
try {
  let problems = 0
  for (const look of [
    () => lookAtPages(browser, server.url, lookedAt),
    () => readWithoutScripts(browser, server.url, pages),
    () => trySearch(browser, server.url),
    () => tryLiveExamples(browser, server.url),
  ]) {
    const began = performance.now()
    const found = await look()
    for (const problem of found) console.error(problem)
    problems += found.length
    console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  console.log(`${pages.length} pages read and ${lookedAt.length} looked at, ${problems} problems.`)
  process.exitCode =
    problems > 0 || (only.length === 0 && (pages.length < 25 || lookedAt.length < 12)) ? 1 : 0
} finally {
  await browser.close()
  await server.stop()
}
