import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, root } from '../../scripts/workspace.js'
import { listPages, packageFolders, packageSlug } from '../contents.js'
import { findCodes } from './findCodes.js'
import { includeTables } from './includeTables.js'
import { nameLiveExamples } from './liveExamples.js'
import { readExports } from './readExports.js'
import { noteUnpublished, unpublishedNote } from './noteUnpublished.js'
import { type LinkTargets, rewriteLinks } from './rewriteLinks.js'
import { errorsPage, foldersWithCodes } from './writeErrors.js'
import type { ListedGroup } from './writeLists.js'
import { referencePage, referenceSlug } from './writeReference.js'
import { pageFrom, type WrittenPage } from './writtenPage.js'

/**
 * Makes every page of the site from the documents and sources of the repository, in the order of the menu.
 *
 * @throws Error when two pages have one address.
 */
export function composePages(): readonly ListedGroup[] {
  const documents = documentPages()
  const decided = documents.find(({ label }) => label === 'Decisions')?.pages ?? []
  const groups = [
    ...documents,
    { label: 'All decisions', pages: [decisionsPage(decided)] },
    { label: 'From the sources', pages: sourcePages() },
  ]
  const slugs = groups.flatMap(({ pages }) => pages.map(({ slug }) => slug))
  const doubled = slugs.filter((slug, at) => slugs.indexOf(slug) !== at)
  if (doubled.length > 0) throw new Error(`Two pages have one address: ${doubled.join(', ')}.`)
  return groups
}

/** The page without what only a browser shows. */
export const plainPage = (page: WrittenPage): WrittenPage => ({
  ...page,
  body: nameLiveExamples(page.body).replaceAll('```ts declaration\n', '```ts\n'),
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const nameOf = (folder: string): string => JSON.parse(read(`${folder}/package.json`)).name as string

/** The pages of documents, each package's with a link to its reference. */
function documentPages(): readonly ListedGroup[] {
  const groups = listPages(root)
  const targets = linkTargets(groups)
  const references = new Map(
    packageFolders(root).map((folder) => [packageSlug(folder), referenceSlug(folder)]),
  )
  return groups.map(({ label, pages }) => ({
    label,
    pages: pages.map(({ source, slug }) => {
      const text = includeTables(read(source), read)
      const page = pageFrom(slug, rewriteLinks(noteUnpublished(text), source, targets))
      const reference = references.get(slug)
      if (reference === undefined) return page
      const note = page.body.includes('npm registry') ? '' : ` · ${unpublishedNote}`
      return { ...page, body: `[Reference](/${reference}/)${note}\n\n${page.body}` }
    }),
  }))
}

/** The index of decisions: what each page is about. */
function decisionsPage(decisions: readonly WrittenPage[]): WrittenPage {
  // A description is plain text, in which an element's name is a word.
  const lines = decisions.map(
    ({ slug, title, description }) => `- [${title}](/${slug}/). ${description.replaceAll('<', '&lt;')}`,
  )
  return {
    slug: 'decisions',
    title: 'Decisions',
    description: 'What was chosen, why, and what was refused: one page for each choice.',
    body: `Each page says what was chosen, why, and what was refused.\n\n${lines.join('\n')}`,
  }
}

function sourcePages(): readonly WrittenPage[] {
  const entries = readExports(root, packageFolders(root))
  const uses = new Map(foldersWithCodes(root).map((folder) => [folder, findCodes(root, folder)]))
  const hosts = read('docs/hosts.md')
  const codesOf = (folder: string) => [...new Set((uses.get(folder) ?? []).map(({ code }) => code))].sort()
  return [
    errorsPage({ uses, nameOf, repository }),
    ...[...entries].map(([folder, own]) =>
      referencePage({
        folder,
        name: nameOf(folder),
        entries: own,
        codes: codesOf(folder),
        hosts,
        repository,
      }),
    ),
  ]
}

/** Where links of documents lead: to pages of the site where there are any, else to the repository. */
function linkTargets(groups: ReturnType<typeof listPages>): LinkTargets {
  const addresses = new Map(
    groups.flatMap(({ pages }) => pages).map(({ source, slug }) => [source, slug === '' ? '/' : `/${slug}/`]),
  )
  // The README's own text is the first page and the guides around it.
  addresses.set('README.md', '/')
  // The reference takes the place of the sources that it's written from.
  addresses.set('kernel/src/contracts/capabilities', `/${referenceSlug('kernel')}/`)
  return {
    pageOf: (path) => addresses.get(path),
    hasPath: (path) => existsSync(join(root, path)),
    repository,
  }
}
