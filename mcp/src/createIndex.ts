import MiniSearch from 'minisearch'
import type { DocsPage } from './DocsPage.js'
import { type DocsSection, sectionsOf } from './sectionsOf.js'

export interface DocsIndex {
  /** Returns the sections that fit best, the best first, at most one for each heading. */
  search(query: string, limit: number): readonly DocsSection[]
}

/** Indexes every section of every page, so that a search leads to the place and not just to the page. */
export function createIndex(pages: readonly DocsPage[]): DocsIndex {
  const sections = new Map(pages.flatMap(sectionsOf).map((section) => [section.id, section]))
  const index = new MiniSearch<DocsSection>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll([...sections.values()])
  return {
    search(query, limit) {
      const found = index.search(query, { combineWith: 'AND' })
      // A question in whole sentences has words that no section has.
      const results = found.length > 0 ? found : index.search(query, { combineWith: 'OR' })
      return results.slice(0, limit).flatMap(({ id }) => sections.get(String(id)) ?? [])
    },
  }
}
