import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listDocuments } from './listDocuments.js'
import { renderDocument } from './renderDocument.js'
import { documentPage, documentPath } from './serveDocs.js'
import { docsOf } from '../src/docsOf.js'
import { pluginNames } from '../src/settings.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const groups = listDocuments(root)
const paths = groups.flatMap(({ documents }) => documents.map(({ path }) => path))
const page = (path: string): string => documentPage(root, groups, path) ?? ''
const render = (text: string): string =>
  renderDocument(text, 'plugins/swap/README.md', (path) => paths.includes(path))

describe('the documents of the page', () => {
  it('are those of the repository, each once', () => {
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'plugins/swap/README.md', 'bench/RESULTS.md']))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(paths)('%s has a page whose links lead to pages, and their anchors to headings', (path) => {
    const html = page(path)
    expect(html).toContain('<h1')
    const links = [...html.matchAll(/href="\/docs\/([^"]+)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(paths.length - 1)
    const dead = links.filter((link) => {
      const [target = '', anchor] = link.split('#')
      if (!target.endsWith('.md') || !paths.includes(target)) return target.endsWith('.md')
      return anchor !== undefined && !page(target).includes(`id="${anchor}"`)
    })
    expect(dead).toEqual([])
  })

  it.each([
    'package.json',
    '../shared/secret.md',
    'plugins/swap/CHANGELOG.md',
    'node_modules/vite/README.md',
  ])('are not %s', (path) => expect(documentPage(root, groups, path)).toBeUndefined())
})

describe('an address below /docs', () => {
  it.each([
    ['/', 'README.md'],
    ['/?page=2', 'README.md'],
    ['/plugins/swap/README.md?a#options', 'plugins/swap/README.md'],
  ])('%s names %s', (url, path) => expect(documentPath(url)).toBe(path))

  it.each(['/%E0%A4%A', '/../package.json', '/%2e%2e/package.json', '//evil.example/README.md'])(
    '%s names no document',
    (url) => expect(documentPage(root, groups, documentPath(url))).toBeUndefined(),
  )
})

it.each(pluginNames.filter((name) => name !== 'greeting' && name !== 'broken'))(
  'the plugin %s leads to the document of its package',
  (name) => expect(paths).toContain(docsOf(name)?.replace('/docs/', '')),
)

describe('a document', () => {
  it('leads to other documents here, wherever the repository is', () => {
    const blob = 'https://github.com/latchkey/latchkey/blob/main'
    expect(
      render(
        `[a](../send/README.md#options) [b](${blob}/docs/hosts.md) [c](../send) [d](https://eips.ethereum.org)`,
      ),
    ).toBe(
      '<p><a href="/docs/plugins/send/README.md#options">a</a> <a href="/docs/docs/hosts.md">b</a> ' +
        '<a href="/docs/plugins/send/README.md">c</a> <a href="https://eips.ethereum.org">d</a></p>\n',
    )
  })

  it('has code with colours, and text that looks like tags as text', () => {
    expect(render('```ts\nconst a = <b>\n```')).toContain('<span data-kind="keyword">const</span>')
    expect(render('```\n<script>\n```')).toBe('<pre tabindex="0"><code>&lt;script&gt;</code></pre>\n')
  })
})
