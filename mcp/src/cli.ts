#!/usr/bin/env node
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createDocsServer } from './createDocsServer.js'
import { readPages } from './readPages.js'

const words = process.argv.slice(2)
if (words.length > 0) {
  const isHelp = words[0] === '--help' || words[0] === '-h'
  const stream = isHelp ? process.stdout : process.stderr
  if (!isHelp) stream.write(`Expected nothing after latchkey-mcp, received "${words.join(' ')}".\n\n`)
  stream.write(
    'latchkey-mcp serves Latchkey’s documentation by the Model Context Protocol over standard input and output. ' +
      'Name it as a server in your agent’s settings: {"command": "npx", "args": ["-y", "@latchkey/mcp"]}.\n',
  )
  process.exit(isHelp ? 0 : 2)
}
await createDocsServer(readPages()).connect(new StdioServerTransport())
