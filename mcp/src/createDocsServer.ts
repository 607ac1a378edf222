import { readFileSync } from 'node:fs'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/mini'
import { createIndex } from './createIndex.js'
import type { DocsPage } from './DocsPage.js'
import { findPage } from './findPage.js'
import type { DocsSection } from './sectionsOf.js'

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

const instructions =
  'Latchkey is a wallet connection modal and account widget for web apps, made of a kernel and plugins. ' +
  'Read the page "start" to add it to an app, and "skill" to set up or migrate a whole app; look everything else up with search_docs.'

const readOnly = { readOnlyHint: true, openWorldHint: false } as const

/**
 * Makes a server of the Model Context Protocol (2025-06-18) over the documentation: tools `search_docs`, `read_page` and
 * `list_pages`, and each page as a resource `latchkey://docs/<address>`. It reads nothing but the pages that it is given. Connect it to a transport of
 * `@modelcontextprotocol/sdk`; the command `latchkey-mcp` connects it to standard input and output.
 */
export function createDocsServer(pages: readonly DocsPage[]): McpServer {
  const server = new McpServer({ name: 'latchkey-docs', version }, { instructions })
  registerSearch(server, pages)
  registerReading(server, pages)
  registerList(server, pages)
  registerResources(server, pages)
  return server
}

const answer = (text: string) => ({ content: [{ type: 'text' as const, text }] })

function registerSearch(server: McpServer, pages: readonly DocsPage[]): void {
  const index = createIndex(pages)
  server.registerTool(
    'search_docs',
    {
      title: 'Search Latchkey’s documentation',
      description:
        'Finds sections by words: jobs, options, hooks, components, error codes. Returns addresses for read_page, with the beginning of each section.',
      inputSchema: {
        query: z
          .string()
          .check(z.trim(), z.minLength(1), z.maxLength(300), z.describe('A few words, or an error’s code')),
        limit: z._default(z.int().check(z.gte(1), z.lte(20), z.describe('The most sections to return')), 8),
      },
      annotations: readOnly,
    },
    ({ query, limit }) => {
      const found = index.search(query, limit)
      if (found.length === 0) return answer(`Nothing on any page fits "${query}". Try fewer or other words.`)
      return answer(found.map(summaryOf).join('\n\n'))
    },
  )
}

/** Characters of a section that a search shows. */
const excerptLength = 400

function summaryOf({ id, page, heading, text }: DocsSection): string {
  const body = text.replace(/^#+ .*\n+/, '')
  const excerpt = body.length > excerptLength ? `${body.slice(0, excerptLength).trimEnd()}…` : body
  return `## ${heading === page ? page : `${page}: ${heading}`}\nread_page("${id}")\n\n${excerpt}`
}

function registerReading(server: McpServer, pages: readonly DocsPage[]): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page of Latchkey’s documentation',
      description:
        'Returns a page as Markdown, or one section of it. References of a whole package are long: read their sections.',
      inputSchema: {
        address: z
          .string()
          .check(
            z.maxLength(500),
            z.describe('Such as start, jobs/sign-in, or packages/ui-react/api#usesend'),
          ),
      },
      annotations: readOnly,
    },
    ({ address }) => {
      const found = findPage(pages, address)
      return 'text' in found ? answer(found.text) : { ...answer(found.problem), isError: true }
    },
  )
}

function registerList(server: McpServer, pages: readonly DocsPage[]): void {
  server.registerTool(
    'list_pages',
    {
      title: 'List the pages of Latchkey’s documentation',
      description: 'Returns every page’s address with one sentence, by the parts of the menu.',
      inputSchema: {},
      annotations: readOnly,
    },
    () => {
      const parts = [...new Set(pages.map(({ group }) => group))].map((group) => {
        const own = pages.filter((page) => page.group === group)
        const lines = own.map(
          ({ slug, title, description }) => `- ${slug || 'index'}: ${title}. ${description}`,
        )
        return `## ${group}\n\n${lines.join('\n')}`
      })
      return answer(parts.join('\n\n'))
    },
  )
}

const scheme = 'latchkey://docs/'

function registerResources(server: McpServer, pages: readonly DocsPage[]): void {
  const template = new ResourceTemplate(`${scheme}{+address}`, {
    list: () => ({
      resources: pages.map(({ slug, title, description }) => ({
        ...{ uri: `${scheme}${slug || 'index'}`, name: slug || 'index', title, description },
        mimeType: 'text/markdown',
      })),
    }),
    complete: {
      address: (begun) => pages.map(({ slug }) => slug).filter((slug) => slug.startsWith(begun)),
    },
  })
  const description = 'A page of Latchkey’s documentation as Markdown.'
  server.registerResource(
    'page',
    template,
    { description, mimeType: 'text/markdown' },
    (uri, { address }) => {
      const found = findPage(pages, String(address))
      if ('problem' in found) throw new Error(found.problem)
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: found.text }] }
    },
  )
}
