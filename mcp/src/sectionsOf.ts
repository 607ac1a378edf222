import type { DocsPage } from './DocsPage.js'

/** A heading of a page with the text below it, up to the next heading. */
export interface DocsSection {
  /** Of the page and the heading: `jobs/connect#in-react`; the page's alone for what stands before the first heading. */
  readonly id: string
  readonly slug: string
  /** The page's title. */
  readonly page: string
  readonly heading: string
  readonly text: string
}

/** Divides a page at its headings. A line that begins with `#` in a block of code is no heading. */
export function sectionsOf({ slug, title, text }: DocsPage): readonly DocsSection[] {
  const sections: { readonly id: string; readonly heading: string; readonly lines: string[] }[] = []
  const used = new Map<string, number>()
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === undefined) fence = mark
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined
    const heading = fence === undefined ? /^#{1,6} (.+)$/.exec(line)?.[1] : undefined
    if (heading !== undefined || sections.length === 0) {
      const id = sections.length === 0 ? slug : `${slug}#${numbered(anchorOf(heading ?? title), used)}`
      sections.push({ id, heading: plain(heading ?? title), lines: [] })
    }
    sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ id, heading, lines }) => ({
    ...{ id, slug, page: title, heading },
    text: lines.join('\n').trim(),
  }))
}

const plain = (heading: string): string =>
  heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** The anchor that GitHub and the site give a heading. */
const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')

/** A heading that a page has more than once is told apart by a number. */
function numbered(anchor: string, used: Map<string, number>): string {
  const count = used.get(anchor) ?? 0
  used.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}
