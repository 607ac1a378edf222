#!/usr/bin/env node
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CameOver, comeOver } from './from/comeOver.js'
import { kits } from './from/kits.js'
import { messageOf } from './readSourceText.js'
import { moveFolder } from './moveFolder.js'

const names = Object.keys(kits)

const usage = `Usage: npx @latchkey/codemod imports [folder] [--dry-run]
       npx @latchkey/codemod from <product> [folder] [--dry-run]

  imports    Moves imports of @latchkey/kernel/plugin to the entries that have the names now.
  from       Moves an app from another product: ${names.join(', ')}.
  folder     Where your sources are. Default: this folder.
  --dry-run  Tells what would change, and changes nothing.`

process.exitCode = run(process.argv.slice(2))

/** Returns 0 when all is moved, 1 when a person has something left to do, 2 when it can't run. */
function run(words: readonly string[]): number {
  const read = readWords(words)
  if (typeof read === 'string') {
    say(process.stderr, `${read}\n\n${usage}`)
    return 2
  }
  if (read.help) {
    say(process.stdout, usage)
    return 0
  }
  const kit = kits[read.product ?? '']
  let moved: Pick<CameOver, 'changed' | 'left'> & Partial<CameOver>
  try {
    moved = kit ? comeOver(kit, read.folder, !read.dryRun) : moveFolder(read.folder, !read.dryRun)
  } catch (error) {
    // Files are written last, and one that can't be is told among those that are left.
    say(process.stderr, `${messageOf(error)}\nNothing was changed. Mend that, and run this again.`)
    return 2
  }
  const { changed, left, needed = [], unneeded = [] } = moved
  for (const path of changed) say(process.stdout, path)
  for (const sentence of left) say(process.stderr, sentence)
  if (needed.length > 0)
    say(process.stdout, `\nThe app needs these packages now:\n  npm install ${needed.join(' ')}`)
  if (unneeded.length > 0)
    say(process.stdout, `Nothing imports these any more:\n  npm uninstall ${unneeded.join(' ')}`)
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
  say(
    process.stdout,
    `${count(changed.length, 'file', 'files')} ${read.dryRun ? 'would change' : 'changed'}, ${count(left.length, 'place needs', 'places need')} you.`,
  )
  return left.length > 0 ? 1 : 0
}

function say(stream: NodeJS.WriteStream, line: string): void {
  stream.write(`${line}\n`)
}

interface Words {
  readonly help: boolean
  readonly folder: string
  readonly dryRun: boolean
  /** The product that the app comes over from. */
  readonly product?: string | undefined
}

/** Reads what the words ask for. Returns the sentence that says why they can't be followed, if so. */
function readWords(words: readonly string[]): string | Words {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    return messageOf(error)
  }
  const { values, positionals } = parsed
  if (values.help) return { help: true, folder: '.', dryRun: true }
  const [command, ...rest] = positionals
  if (command !== 'imports' && command !== 'from')
    return `Expected "imports" or "from", received ${command ? `"${command}"` : 'nothing'}.`
  const product = command === 'from' ? rest.shift() : undefined
  if (command === 'from' && !names.includes(product ?? ''))
    return `Expected one of "${names.join('", "')}", received ${product ? `"${product}"` : 'nothing'}.`
  const [folder = '.', ...others] = rest
  if (others.length > 0) return `Expected one folder, received "${[folder, ...others].join('", "')}".`
  if (folder.trim() === '') return 'The folder has no name. Name one, or write "." for this folder.'
  const path = resolve(folder)
  if (!existsSync(path) || !statSync(path).isDirectory()) return `There is no folder "${folder}".`
  return { help: false, folder: path, dryRun: values['dry-run'] === true, product }
}

function parse(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
}
