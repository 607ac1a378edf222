import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repository, root } from '../../scripts/workspace.js'
import { listPages } from '../contents.js'
import { type LinkTargets, rewriteLinks } from './rewriteLinks.js'
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
  write(join(content, markdownPath(page.slug)), fileOfPage(page))
  write(join(served, markdownPath(page.slug)), markdownOfPage(page))
}

rmSync(content, { recursive: true, force: true })
rmSync(served, { recursive: true, force: true })
cpSync(join(root, 'docs/images'), join(served, 'images'), { recursive: true })
cpSync(join(site, 'assets'), served, { recursive: true })

const pages = groups.flatMap((group) =>
  group.pages.map(({ source, slug }) =>
    pageFrom(slug, rewriteLinks(readFileSync(join(root, source), 'utf8'), source, targets)),
  ),
)
for (const page of pages) writePage(page)
console.log(`${pages.length} pages written.`)
