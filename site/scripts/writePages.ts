import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository, root } from '../../scripts/workspace.js'
import { listPages, packageFolders, packageSlug } from '../contents.js'
import { escapeHtml } from '../../examples/playground/docs/escapeHtml.js'
import { drawFlowchart } from './drawFlowchart.js'
import { findCodes } from './findCodes.js'
import { includeTables } from './includeTables.js'
import { linkLiveExamples, nameLiveExamples } from './liveExamples.js'
import { readExports } from './readExports.js'
import { type LinkTargets, rewriteLinks } from './rewriteLinks.js'
import { errorsPage, foldersWithCodes } from './writeErrors.js'
import { referencePage, referenceSlug } from './writeReference.js'
import { everythingForAgents, type ListedGroup, listForAgents } from './writeLists.js'
import { fileOfPage, markdownOfPage, markdownPath, pageFrom, type WrittenPage } from './writtenPage.js'

/** Writes every page of the site from the documents and sources of the repository, for the generator to build. */
const site = join(root, 'site')
const content = join(site, 'src/content/docs')
const served = join(site, 'public')

const groups = listPages(root)
const addresses = new Map(
  groups.flatMap(({ pages }) => pages).map(({ source, slug }) => [source, addressOf(slug)]),
)
// The README's own text is the first page and the guides around it.
addresses.set('README.md', '/')
const targets: LinkTargets = {
  pageOf: (path) => addresses.get(path),
  hasPath: (path) => existsSync(join(root, path)),
  repository,
}

function addressOf(slug: string): string {
  return slug === '' ? '/' : `/${slug}/`
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function writePage(page: WrittenPage): void {
  const drawn = linkLiveExamples(page.body)
    .replaceAll(/^```mermaid\n([\s\S]*?)^```$/gm, (_, code: string) => drawFlowchart(code))
    // Thousands of declarations: colouring them would take longer than all the rest of the build.
    .replaceAll(/^```ts declaration\n([\s\S]*?)\n```$/gm, (_, code: string) => {
      return `<pre class="declaration" tabindex="0"><code>${escapeHtml(code)}</code></pre>`
    })
  write(join(content, markdownPath(page.slug)), fileOfPage({ ...page, body: drawn }))
  write(join(served, markdownPath(page.slug)), markdownOfPage(plainPage(page)))
}

/** The page without what only a browser shows. */
const plainPage = (page: WrittenPage): WrittenPage => ({
  ...page,
  body: nameLiveExamples(page.body).replaceAll('```ts declaration\n', '```ts\n'),
})

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const nameOf = (folder: string): string => JSON.parse(read(`${folder}/package.json`)).name as string

/** The pages of documents, each package's with a link to its reference. */
function documentPages(): readonly ListedGroup[] {
  const references = new Map(
    packageFolders(root).map((folder) => [packageSlug(folder), referenceSlug(folder)]),
  )
  return groups.map(({ label, pages }) => ({
    label,
    pages: pages.map(({ source, slug }) => {
      const text = includeTables(read(source), read)
      const page = pageFrom(slug, rewriteLinks(text, source, targets))
      const reference = references.get(slug)
      return reference ? { ...page, body: `[Reference](/${reference}/)\n\n${page.body}` } : page
    }),
  }))
}

/** The index of decisions: what each page is about. */
function decisionsPage(decisions: readonly WrittenPage[]): WrittenPage {
  const lines = decisions.map(({ slug, title, description }) => `- [${title}](/${slug}/). ${description}`)
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

rmSync(content, { recursive: true, force: true })
rmSync(served, { recursive: true, force: true })
cpSync(join(root, 'docs/images'), join(served, 'images'), { recursive: true })
cpSync(join(site, 'assets'), served, { recursive: true })

const documents = documentPages()
const decided = documents.find(({ label }) => label === 'Decisions')?.pages ?? []
const listed = [
  ...documents,
  { label: 'All decisions', pages: [decisionsPage(decided)] },
  { label: 'From the sources', pages: sourcePages() },
]
const pages = listed.flatMap((group) => group.pages)
const doubled = pages.filter(({ slug }, at) => pages.findIndex((page) => page.slug === slug) !== at)
if (doubled.length > 0)
  throw new Error(`Two pages have one address: ${doubled.map(({ slug }) => slug).join(', ')}.`)
for (const page of pages) writePage(page)
write(join(served, 'llms.txt'), listForAgents(listed))
const plainGroups = listed.map(({ label, pages: own }) => ({ label, pages: own.map(plainPage) }))
write(join(served, 'llms-full.txt'), everythingForAgents(plainGroups))
console.log(`${pages.length} pages written.`)
