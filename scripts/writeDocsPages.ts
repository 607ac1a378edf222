import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocsPage } from '../mcp/src/DocsPage.js'
import { composePages, plainPage } from '../site/scripts/composePages.js'
import { markdownOfPage } from '../site/scripts/writtenPage.js'
import { root } from './workspace.js'

/** Pages about how the project is built and measured: an agent that builds an app has no use for them. */
const leftOut = /^(?:decisions(?:\/|$)|spec-coverage$|reference-coverage$|measured$)/

/** The pages that `@latchkey/mcp` serves: those of the site, and the skill. */
export function docsPages(): readonly DocsPage[] {
  return composePages()
    .flatMap(({ label, pages }) => pages.map((page) => ({ group: label, page: plainPage(page) })))
    .filter(({ page }) => !leftOut.test(page.slug))
    .map(({ group, page }) => {
      const { slug, title, description } = page
      return { slug, title, description, group, text: markdownOfPage(page) }
    })
}

/** Writes them beside the built server. */
export function writeDocsPages(): void {
  const folder = join(root, 'mcp/dist')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(docsPages()))
}
