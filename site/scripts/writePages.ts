import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { escapeHtml } from '../../examples/playground/docs/escapeHtml.js'
import { root } from '../../scripts/workspace.js'
import { composePages, plainPage } from './composePages.js'
import { drawFlowchart } from './drawFlowchart.js'
import { linkLiveExamples } from './liveExamples.js'
import { everythingForAgents, listForAgents } from './writeLists.js'
import { fileOfPage, markdownOfPage, markdownPath, type WrittenPage } from './writtenPage.js'

/** Writes every page of the site from the documents and sources of the repository, for the generator to build. */
const site = join(root, 'site')
const content = join(site, 'src/content/docs')
const served = join(site, 'public')

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

rmSync(content, { recursive: true, force: true })
rmSync(served, { recursive: true, force: true })
cpSync(join(root, 'docs/images'), join(served, 'images'), { recursive: true })
cpSync(join(site, 'assets'), served, { recursive: true })

const groups = composePages()
const pages = groups.flatMap((group) => group.pages)
for (const page of pages) writePage(page)
write(join(served, 'llms.txt'), listForAgents(groups))
const plainGroups = groups.map(({ label, pages: own }) => ({ label, pages: own.map(plainPage) }))
write(join(served, 'llms-full.txt'), everythingForAgents(plainGroups))
console.log(`${pages.length} pages written.`)
