import { expect, it } from 'vitest'
import { findPage } from '../mcp/src/findPage.js'
import { sectionsOf } from '../mcp/src/sectionsOf.js'
import { docsPages } from './writeDocsPages.js'

it('lets an agent read every section of every page by its address', () => {
  const pages = docsPages()
  const wrong = pages.flatMap(sectionsOf).filter(({ id, text }) => {
    const found = findPage(pages, id)
    return !('text' in found) || !found.text.startsWith(text)
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
  expect(pages.length).toBeGreaterThan(80)
})
