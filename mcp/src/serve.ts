import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createDocsServer } from './createDocsServer.js'
import type { DocsPage } from './DocsPage.js'
import { refuseMalformed } from './refuseMalformed.js'

/** Serves the pages over two streams, one message a line, until the input ends. */
export async function serve(pages: readonly DocsPage[], input: Readable, output: Writable): Promise<void> {
  const messages = refuseMalformed(input, (refusal) => void output.write(`${JSON.stringify(refusal)}\n`))
  await createDocsServer(pages).connect(new StdioServerTransport(messages, output))
}
