import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveFolder } from '../../e2e/staticServer.js'
import { root } from '../../scripts/workspace.js'
import { launchBrowser } from '../../ui-react/gallery/launchBrowser.js'
import { lookAtPages } from './lookAtPages.js'
import { readWithoutScripts } from './readWithoutScripts.js'
import { trySearch } from './trySearch.js'
import { tryLiveExamples } from './tryLiveExamples.js'

/**
 * Looks at every page of the built site as a reader's browser does: axe, width and faults in light and dark, and what is there without
 * JavaScript; then at the menu, the search and the live examples. Paths such as `jobs/send/` as arguments leave the other pages out.
 */
const built = join(root, 'site/dist')
const only = process.argv.slice(2)
const pages = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html') && path !== join('live', 'index.html'))
  .map((path) => path.replace(/index\.html$/, ''))
  .filter((path) => only.length === 0 || only.includes(path))
  .sort()

const server = await serveFolder(built)
const browser = await launchBrowser()
try {
  let problems = 0
  for (const look of [
    () => lookAtPages(browser, server.url, pages),
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
  console.log(`${pages.length} pages looked at, ${problems} problems.`)
  process.exitCode = problems > 0 || (only.length === 0 && pages.length < 100) ? 1 : 0
} finally {
  await browser.close()
  await server.stop()
}
