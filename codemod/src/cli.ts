#!/usr/bin/env node
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { moveFolder } from './moveFolder.js'

const usage = `Usage: npx @latchkey/codemod imports [folder] [--dry-run]

  imports    Moves imports of @latchkey/kernel/plugin to the entries that have the names now.
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
  const { changed, left } = moveFolder(read.folder, !read.dryRun)
  for (const path of changed) say(process.stdout, path)
  for (const sentence of left) say(process.stderr, sentence)
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

/** Reads what the words ask for. Returns the sentence that says why they can't be followed, if so. */
function readWords(
  words: readonly string[],
): string | { readonly help: boolean; readonly folder: string; readonly dryRun: boolean } {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { values, positionals } = parsed
  const [command, folder = '.', ...others] = positionals
  if (values.help) return { help: true, folder: '.', dryRun: true }
  if (command !== 'imports') return `Expected "imports", received ${command ? `"${command}"` : 'nothing'}.`
  if (others.length > 0) return `Expected one folder, received "${[folder, ...others].join('", "')}".`
  const path = resolve(folder)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return `There is no folder "${folder}".`
  return { help: false, folder: path, dryRun: values['dry-run'] === true }
}

function parse(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
}
