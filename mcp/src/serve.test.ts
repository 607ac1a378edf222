import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { serve } from './serve.js'

const pages = [{ slug: '', title: 'A', description: 'B.', group: 'C', text: '# A\n\nPage.\n' }]
const ping = JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' })

/** Sends lines and then a ping. Returns every answer up to the one to the ping. */
async function ask(...lines: readonly string[]) {
  const input = new PassThrough()
  const output = new PassThrough()
  await serve(pages, input, output)
  input.write([...lines, ping, ''].join('\n'))
  const answers: { readonly id: unknown; readonly error?: { readonly code: number } }[] = []
  for await (const line of createInterface({ input: output })) {
    const answer = JSON.parse(line) as (typeof answers)[number]
    if (answer.id === 'last') break
    answers.push(answer)
  }
  input.end()
  return answers.map(({ id, error }) => [id, error?.code])
}

it.each([
  ['words', 'hello', null, -32700],
  ['half of a message', '{"jsonrpc":"2.0","id":1', null, -32700],
  ['a line of nothing but a mark', '\uFEFF{}', null, -32700],
  ['nothing', 'null', null, -32600],
  ['a list', '[]', null, -32600],
  ['an empty object', '{}', null, -32600],
  ['no method', '{"jsonrpc":"2.0","id":5}', 5, -32600],
  ['params that are a number', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":7}', 7, -32600],
  ['another protocol', '{"jsonrpc":"1.0","id":"a","method":"ping"}', 'a', -32600],
  ['an unknown method', '{"jsonrpc":"2.0","id":8,"method":"nothing"}', 8, -32601],
  ['a depth', '['.repeat(100_000), null, -32700],
])('answers by an error and goes on: %s', async (_what, line, id, code) => {
  expect(await ask(line)).toEqual([[id, code]])
})

it('says nothing to empty lines', async () => {
  expect(await ask('', '  ', '\r')).toEqual([])
})

it('ends what it reads by when its input ends', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  await serve(pages, input, output)
  input.end(ping)
  const lines: string[] = []
  for await (const line of createInterface({ input: output })) {
    lines.push(line)
    break
  }
  expect(lines).toEqual(['{"result":{},"jsonrpc":"2.0","id":"last"}'])
})

it('says in one sentence that its pages are missing, on the other stream', () => {
  // In the sources no build has written pages.
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', cli], {
    encoding: 'utf8',
    input: '',
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toBe(
    'DOCS_UNREADABLE: @latchkey/mcp can’t read the pages that it brings. Install the package again.\n',
  )
})
