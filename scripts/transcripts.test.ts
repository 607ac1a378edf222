import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compareTranscripts, transcriptsFolder } from '../e2e/screens/compareTranscripts.js'
import { root } from './workspace.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-transcripts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = new Map([
  ['send/form', '- dialog "Send"'],
  ['send/review', '- dialog "Review"'],
  ['shell/connect', '- dialog "Connect wallet"'],
])

it('tells a group without a transcript as a fault that says what writes it, and writes nothing', async () => {
  const told = await compareTranscripts(read, { update: false, folder })
  expect(told).toEqual([
    `send has no transcript: --update --only send/ writes ${join(folder, 'send.txt')}`,
    `shell has no transcript: --update --only shell/ writes ${join(folder, 'shell.txt')}`,
  ])
  expect(readdirSync(folder)).toEqual([])
})

it('tells a group that reads otherwise than it is written down, and no other', async () => {
  expect(await compareTranscripts(read, { update: true, folder })).toEqual([])
  expect(readFileSync(join(folder, 'send.txt'), 'utf8')).toBe(
    '# send/form\n- dialog "Send"\n\n# send/review\n- dialog "Review"\n',
  )
  expect(await compareTranscripts(read, { update: false, folder })).toEqual([])
  const changed = new Map(read).set('shell/connect', '- dialog "Connect"')
  const told = await compareTranscripts(changed, { update: false, folder })
  expect(told).toEqual([expect.stringMatching(/^shell doesn't read as /)])
})

it('keeps what is written down of a group with a screen that was not reached', async () => {
  await compareTranscripts(read, { update: true, folder })
  const partly = new Map<string, string | undefined>(read).set('send/review', undefined)
  expect(await compareTranscripts(partly, { update: true, folder })).toEqual([])
  expect(await compareTranscripts(partly, { update: false, folder })).toEqual([])
  expect(readFileSync(join(folder, 'send.txt'), 'utf8')).toContain('- dialog "Review"')
})

it('the page of accessibility names the groups that are written down', () => {
  const page = readFileSync(join(root, 'docs/accessibility.md'), 'utf8')
  const [, list = ''] = /Groups with a transcript: (.*?)\./.exec(page) ?? []
  const written = readdirSync(transcriptsFolder).map((file) => file.replace('.txt', ''))
  expect(Array.from(list.matchAll(/`([^`]+)`/g), ([, group]) => group)).toEqual(written.toSorted())
})
