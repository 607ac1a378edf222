import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterEach, describe, expect, it } from 'vitest'
import { createDocsServer } from './createDocsServer.js'
import type { DocsPage } from './DocsPage.js'

const pages: readonly DocsPage[] = [
  {
    slug: '',
    title: 'Latchkey',
    description: 'The first page.',
    group: 'Start',
    text: '# Latchkey\n\nA modal of plugins.\n',
  },
  {
    slug: 'jobs/sign-in',
    title: 'Sign in',
    description: 'How people sign in.',
    group: 'Jobs',
    text: '# Sign in\n\nWith a server.\n\n## In the page\n\n```sh\n# no heading\nnpm install\n```\n\n### Words\n\nOf the page.\n\n## On the server\n\nSessions need a `secret`.\n\n## In the page\n\nOnce more.\n',
  },
  {
    slug: 'packages/siwx',
    title: '@latchkey/plugin-siwx',
    description: 'The package.',
    group: 'Packages',
    text: '# @latchkey/plugin-siwx\n\nThe code `SIWX_REFUSED` says that the person refused.\n',
  },
]

const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

async function connect(): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  clients.push(client)
  await Promise.all([createDocsServer(pages).connect(there), client.connect(here)])
  return client
}

async function call(name: string, words: Record<string, unknown>) {
  const { content, isError } = await (await connect()).callTool({ name, arguments: words })
  const [first] = content as readonly { readonly text: string }[]
  return { text: first?.text ?? '', isError: isError === true }
}

describe('search_docs', () => {
  it('leads to the section that has the words', async () => {
    const { text } = await call('search_docs', { query: 'secret sessions' })
    expect(text).toContain('read_page("jobs/sign-in#on-the-server")')
    expect(text).toContain('Sessions need a `secret`.')
  })

  it('passes over the words of a question that say nothing of its answer', async () => {
    const { text } = await call('search_docs', { query: 'How do I keep sessions on the server?', limit: 1 })
    expect(text).toContain('read_page("jobs/sign-in#on-the-server")')
  })

  it('finds an error by its code', async () => {
    expect((await call('search_docs', { query: 'SIWX_REFUSED' })).text).toContain(
      'read_page("packages/siwx")',
    )
  })

  it('takes a whole sentence with words that no page has', async () => {
    const { text } = await call('search_docs', { query: 'whereabouts of the server of mine' })
    expect(text).toContain('jobs/sign-in#on-the-server')
  })

  it('says that nothing fits', async () => {
    const { text, isError } = await call('search_docs', { query: 'zzzzqqq' })
    expect(text).toBe('Nothing on any page fits "zzzzqqq". Try fewer or other words.')
    expect(isError).toBe(false)
  })

  it.each([{ query: '' }, { query: 'a', limit: 0 }, { query: 'a', limit: 1.5 }, { query: 7 }, {}])(
    'refuses %j with a sentence',
    async (words) => {
      const { text, isError } = await call('search_docs', words)
      expect(isError).toBe(true)
      expect(text).toMatch(/query|limit/)
    },
  )

  it('returns no more than it is asked for', async () => {
    const { text } = await call('search_docs', { query: 'page', limit: 1 })
    expect(text.match(/read_page\(/g)).toHaveLength(1)
  })
})

describe('read_page', () => {
  it.each([
    'jobs/sign-in',
    '/jobs/sign-in/',
    '/jobs/sign-in.md',
    'https://docs.example.com/jobs/sign-in/',
    ' jobs/sign-in ',
  ])('reads the page by the address %s', async (address) => {
    expect((await call('read_page', { address })).text).toBe(pages[1]?.text)
  })

  it.each(['', '/', 'index', '/index.md'])('reads the first page by %j', async (address) => {
    expect((await call('read_page', { address })).text).toContain('A modal of plugins.')
  })

  it('reads a section with those below it, and no heading in a block of code', async () => {
    const { text } = await call('read_page', { address: '/jobs/sign-in/#in-the-page' })
    expect(text).toBe('## In the page\n\n```sh\n# no heading\nnpm install\n```\n\n### Words\n\nOf the page.')
  })

  it('tells two sections of one name apart', async () => {
    const { text } = await call('read_page', { address: 'jobs/sign-in#in-the-page-1' })
    expect(text).toBe('## In the page\n\nOnce more.')
  })

  it('names pages of a like address', async () => {
    const { text, isError } = await call('read_page', { address: 'guides/sign-in' })
    expect(isError).toBe(true)
    expect(text).toBe('PAGE_UNKNOWN: There is no page "guides/sign-in". Did you mean jobs/sign-in?')
  })

  it('names pages whose words are like the address', async () => {
    const { text } = await call('read_page', { address: 'people' })
    expect(text).toBe('PAGE_UNKNOWN: There is no page "people". Did you mean jobs/sign-in?')
  })

  it('says where addresses are when none is like it', async () => {
    const { text } = await call('read_page', { address: '../../etc/passwd' })
    expect(text).toBe(
      'PAGE_UNKNOWN: There is no page "../../etc/passwd". Ask list_pages or search_docs for addresses.',
    )
  })

  it('names the sections of the page', async () => {
    const { text, isError } = await call('read_page', { address: 'jobs/sign-in#nowhere' })
    expect(isError).toBe(true)
    expect(text).toContain('It has jobs/sign-in#in-the-page, jobs/sign-in#words')
  })
})

it('lists every page by the parts of the menu', async () => {
  const { text } = await call('list_pages', {})
  expect(text).toContain('## Start\n\n- index: Latchkey. The first page.')
  expect(text).toContain('## Jobs\n\n- jobs/sign-in: Sign in. How people sign in.')
})

it('offers each page as a resource', async () => {
  const client = await connect()
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([
    'latchkey://docs/index',
    'latchkey://docs/jobs/sign-in',
    'latchkey://docs/packages/siwx',
  ])
  for (const [at, { uri }] of resources.entries()) {
    const { contents } = await client.readResource({ uri })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: pages[at]?.text })
  }
  await expect(client.readResource({ uri: 'latchkey://docs/nowhere' })).rejects.toThrow('PAGE_UNKNOWN')
})

it('says that it only reads', async () => {
  const { tools } = await (await connect()).listTools()
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['search_docs', true],
    ['read_page', true],
    ['list_pages', true],
  ])
  expect(tools[1]?.inputSchema.properties).toMatchObject({
    address: { type: 'string', description: expect.stringContaining('Such as start') },
  })
})
