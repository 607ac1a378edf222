import MiniSearch from 'minisearch'
import type { DocsPage } from './DocsPage.js'
import { type DocsSection, sectionsOf } from './sectionsOf.js'

export interface DocsIndex {
  /** Returns the sections that fit best, the best first, at most one for each heading. */
  search(query: string, limit: number): readonly DocsSection[]
}

/** Words of questions that say nothing of the answer. */
const fillers = new Set(
  'a an and are as at by can do does for from how i if in is it its me my of on or the there to use what when where which who why with you'.split(
    ' ',
  ),
)

/** Indexes every section of every page, so that a search leads to the place and not just to the page. */
export function createIndex(pages: readonly DocsPage[]): DocsIndex {
  const sections = new Map(pages.flatMap(sectionsOf).map((section) => [section.id, section]))
  const index = new MiniSearch<DocsSection>({
    fields: ['heading', 'page', 'text'],
    processTerm: (term) => (fillers.has(term.toLowerCase()) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: 0.2,
      boostDocument: (id) => (/^(?:start|jobs\/)/.test(String(id)) ? 2 : 1),
    },
  })
  index.addAll([...sections.values()])
  return {
    search(query, limit) {
      const results = index.search(query)
      return results.slice(0, limit).flatMap(({ id }) => sections.get(String(id)) ?? [])
    },
  }
}
