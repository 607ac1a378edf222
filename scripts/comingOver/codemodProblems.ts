import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../workspace.js'
import { applyHandMade, handMadeLines } from './handMadeLines.js'
import { folderOf, type Pair, pageOf } from './Pair.js'

/**
 * Holds that `after` is what the codemod and the formatter make of `before`, with the lines that the page has a person change,
 * and that the codemod changes nothing more when it runs again. Returns what is wrong, as sentences.
 */
export function codemodProblems(pair: Pair): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  const src = join(folder, 'src')
  try {
    cpSync(join(folderOf(pair, 'before'), 'src'), src, { recursive: true })
    runCodemod(pair, src)
    for (const path of filesBelow(src))
      writeFileSync(join(src, path), formatted(path, readFileSync(join(src, path), 'utf8')))
    const once = contentsOf(src)
    runCodemod(pair, src)
    const again = differences(once, contentsOf(src), 'changes when the codemod runs a second time')
    const made = new Map(once)
    for (const change of handMadeLines(readFileSync(pageOf(pair), 'utf8'))) {
      const path = change.path.replace(/^src\//, '')
      made.set(path, applyHandMade(made.get(path) ?? '', change))
    }
    for (const [path, text] of made) made.set(path, formatted(path, text))
    const after = contentsOf(join(folderOf(pair, 'after'), 'src'))
    return [
      ...again,
      ...differences(made, after, 'is not what the codemod and the lines of the page make of `before`'),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runCodemod({ product }: Pair, folder: string): void {
  const cli = join(root, 'codemod/src/cli.ts')
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', cli, 'from', product, folder], {
    cwd: root,
    encoding: 'utf8',
  })
  // 1: a person has something left to do, which the page shows.
  if (status !== 0 && status !== 1) throw new Error(`The codemod ended with ${status}: ${stderr}`)
}

/** A file as this repository's formatter writes it. */
function formatted(path: string, text: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], { cwd: root, input: text }).toString()
}

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : []

const contentsOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))

function differences(
  made: ReadonlyMap<string, string>,
  kept: ReadonlyMap<string, string>,
  sentence: string,
): readonly string[] {
  return [...new Set([...made.keys(), ...kept.keys()])]
    .filter((path) => made.get(path) !== kept.get(path))
    .map((path) => `src/${path} ${sentence}.`)
}
