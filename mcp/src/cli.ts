#!/usr/bin/env node
import { readPages } from './readPages.js'
import { serve } from './serve.js'

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
// An agent that ends closes its end of the output, and nobody is left to answer.
process.stdout.on('error', () => process.exit(0))
try {
  await serve(readPages(), process.stdin, process.stdout)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
