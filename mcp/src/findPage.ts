import type { DocsPage } from './DocsPage.js'
import { sectionsOf } from './sectionsOf.js'

export type FoundPage =
  | { readonly text: string }
  /** A sentence that says what was expected. */
  | { readonly problem: string }

/**
 * Finds a page, or one section of it, by its address in any of the forms that pages, lists and searches write:
 * `jobs/connect`, `/jobs/connect/`, `/jobs/connect.md`, `https://…/jobs/connect/#in-react`.
 */
export function findPage(pages: readonly DocsPage[], address: string): FoundPage {
  const [path = '', anchor = ''] = withoutOrigin(address.trim()).split('#')
  const slug = slugOf(path)
  const page = pages.find((one) => one.slug === slug)
  if (!page) return { problem: unknownPage(pages, address, slug) }
  if (anchor === '') return { text: page.text }
  const section = textOf(page, `${slug}#${anchor}`)
  return section === undefined ? { problem: unknownSection(page, anchor) } : { text: section }
}

const withoutOrigin = (address: string): string => address.replace(/^[a-z]+:\/\/[^/]*/i, '')

const slugOf = (path: string): string =>
  path
    .replace(/(?:\/index)?\.md$/, '')
    .replaceAll(/^\/+|\/+$/g, '')
    .replace(/^index$/, '')

/** A section with those below it: its heading's level ends it. */
function textOf(page: DocsPage, id: string): string | undefined {
  const sections = sectionsOf(page)
  const start = sections.findIndex((section) => section.id === id)
  const first = sections[start]
  if (!first) return undefined
  const depth = depthOf(first.text)
  const rest = sections.slice(start + 1)
  const end = rest.findIndex(({ text }) => depthOf(text) <= depth)
  return [first, ...(end < 0 ? rest : rest.slice(0, end))].map(({ text }) => text).join('\n\n')
}

const depthOf = (text: string): number => /^#+/.exec(text)?.[0].length ?? 1

function unknownPage(pages: readonly DocsPage[], address: string, slug: string): string {
  const last = slug.split('/').at(-1) ?? ''
  const near = last === '' ? [] : nearestTo(pages, last.toLowerCase())
  const advice =
    near.length === 0
      ? 'Ask list_pages or search_docs for addresses'
      : `Did you mean ${near.slice(0, 5).join(', ')}`
  return `PAGE_UNKNOWN: There is no page "${address}". ${advice}${near.length === 0 ? '.' : '?'}`
}

/** Pages whose address has the word, else those whose title or first sentence has it. */
function nearestTo(pages: readonly DocsPage[], word: string): readonly string[] {
  const addresses = pages.map(({ slug }) => slug).filter((slug) => slug.toLowerCase().includes(word))
  if (addresses.length > 0) return addresses
  return pages
    .filter(({ title, description }) => `${title} ${description}`.toLowerCase().includes(word))
    .map(({ slug }) => slug)
}

function unknownSection(page: DocsPage, anchor: string): string {
  const known = sectionsOf(page).flatMap(({ id }) => (id.includes('#') ? [id] : []))
  return `SECTION_UNKNOWN: The page "${page.slug}" has no section "${anchor}". It has ${known.join(', ') || 'none'}.`
}
