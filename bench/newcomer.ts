// The first minutes of somebody who wants to change something: clone, install, see the tests of one package pass, change a
// word, see them fail, change it back. `npx tsx bench/newcomer.ts`; what it prints goes into RESULTS.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const clone = join(mkdtempSync(join(tmpdir(), 'newcomer-')), 'latchkey')
const file = 'plugins/receive/src/react/receiveMessages.ts'
const sentence = 'Send only assets of this network.'

function step(name: string, command: string, args: readonly string[], isToFail = false): void {
  const started = performance.now()
  const { status } = spawnSync(command, args, { cwd: name === 'clone' ? root : clone, stdio: 'ignore' })
  if ((status !== 0) !== isToFail)
    throw new Error(`“${name}” ${isToFail ? 'passed' : 'failed'}, which it shouldn’t have.`)
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

function change(from: string, to: string): void {
  const path = join(clone, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} doesn’t say “${from}”.`)
  writeFileSync(path, text.replace(from, to))
}

const tests = ['vitest', 'run', '--project', 'node', '--project', 'browser', 'plugins/receive/'] as const
const started = performance.now()
try {
  step('clone', 'git', ['clone', '--quiet', root, clone])
  step('install', 'node', ['--eval', "import('./scripts/setup.mjs').then(({ install }) => install())"])
  step('tests pass', 'npx', tests)
  change(sentence, sentence.replace('assets', 'coins'))
  step('tests fail', 'npx', tests, true)
  change(sentence.replace('assets', 'coins'), sentence)
  step('tests pass again', 'npx', tests)
  console.log(`in all: ${((performance.now() - started) / 1000).toFixed(0)} s`)
} finally {
  rmSync(join(clone, '..'), { recursive: true, force: true })
}
