import { escapeHtml } from './escapeHtml.js'
import type { DocumentGroup } from './listDocuments.js'

export interface Page {
  readonly groups: readonly DocumentGroup[]
  readonly title: string
  /** Of the document that is shown. */
  readonly path: string
  /** What the document says. */
  readonly html: string
}

/** A document in the page's frame: a link back to the playground, and the list of all documents. */
export function pageOf({ groups, title, path, html }: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)} · Latchkey docs</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/page.css" />
    <link rel="stylesheet" href="/reading.css" />
  </head>
  <body>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28" />Latchkey</a>
      <span><a class="list" href="#documents">All documents</a><a href="/">Playground</a></span>
    </header>
    <div class="frame">
      <nav id="documents" aria-label="Documents">${groups.map((group) => listOf(group, path)).join('')}</nav>
      <main>${html}</main>
    </div>
  </body>
</html>
`
}

/** Closed but for the one with the page that is shown, so that the list stays short on a phone too. */
function listOf({ title, documents }: DocumentGroup, shown: string): string {
  const items = documents.map(({ path, title: name }) => {
    const current = path === shown ? ' aria-current="page"' : ''
    return `<li><a href="/docs/${path}"${current}>${escapeHtml(name)}</a></li>`
  })
  const open = documents.some(({ path }) => path === shown) ? ' open' : ''
  return `<details${open}><summary>${escapeHtml(title)}</summary><ul>${items.join('')}</ul></details>`
}
