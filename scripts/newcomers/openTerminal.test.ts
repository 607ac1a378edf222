import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTerminal } from './openTerminal.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-terminal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Listens, writes files without end, and goes on with it for a second after it was told to end. */
const server = `
const { writeFileSync } = require('node:fs')
const { createServer } = require('node:http')
const listening = createServer((_, response) => response.end('here'))
listening.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + listening.address().port))
let count = 0
setInterval(() => writeFileSync('written-' + (count += 1), ''), 2)
process.on('SIGTERM', () => setTimeout(() => process.exit(), 1_000))
`

it('has ended what a server started once it is closed, so that the folder can be removed', async () => {
  const terminal = openTerminal(folder, {})
  await terminal.follow({ kind: 'file', path: 'server.cjs', text: server })
  // As npm does: the shell ends at once, and what it started later.
  const address = await terminal.follow({ kind: 'server', text: 'node server.cjs & wait' })
  expect(await (await fetch(address ?? '')).text()).toBe('here')
  await terminal.close()
  const left = readdirSync(folder).length
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(readdirSync(folder).length).toBe(left)
  rmSync(folder, { recursive: true })
})
