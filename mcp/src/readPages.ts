import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type DocsPage, docsPage } from './DocsPage.js'

/**
 * Reads the pages that the package brings.
 *
 * @param file Where they are. Default: `pages.json` beside this module, which the build writes.
 * @throws Error `DOCS_UNREADABLE` when the file is missing or holds something else.
 */
export function readPages(file: URL = new URL('./pages.json', import.meta.url)): readonly DocsPage[] {
  try {
    return z
      .array(docsPage)
      .check(z.minLength(1))
      .parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const message =
      'DOCS_UNREADABLE: @latchkey/mcp can’t read the pages that it brings. Install the package again.'
    throw new Error(message, { cause })
  }
}
