import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comeOver } from '../../codemod/src/from/comeOver.js'
import { kits } from '../../codemod/src/from/kits.js'
import { root } from '../workspace.js'
import { applyHandMade, handMadeLines } from './handMadeLines.js'
import { folderOf, type Pair, pageOf } from './Pair.js'
import { wholeFiles } from './wholeFiles.js'

/**
 * Holds that `after` is what the codemod and the formatter make of `before`, with the lines that the page has a person change (and
 * before them, where the codemod moves no configuration, the files that the page has a person write),
 * and that the codemod changes nothing more when it runs again. Returns what is wrong, as sentences.
 */
export function codemodProblems(pair: Pair): readonly string[] {
  const kit = kits[pair.product]
  if (!kit) return [`The codemod knows no product "${pair.product}".`]
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  const src = join(folder, 'src')
  try {
    cpSync(join(folderOf(pair, 'before'), 'src'), src, { recursive: true })
    const page = readFileSync(pageOf(pair), 'utf8')
    if (pair.isBeforeTextAlone)
      for (const { path, text } of wholeFiles(page)) writeFileSync(join(folder, path), text)
    comeOver(kit, src)
    format(src)
    const once = contentsOf(src)
    comeOver(kit, src)
    const again = differences(once, contentsOf(src), 'changes when the codemod runs a second time')
    for (const change of handMadeLines(page)) {
      const path = join(folder, change.path)
      writeFileSync(path, applyHandMade(readFileSync(path, 'utf8'), change))
    }
    format(src)
    const made = contentsOf(src)
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

/** Writes files as this repository's formatter does. */
function format(folder: string): void {
  const options = ['format', '--write', '--vcs-enabled=false', `--config-path=${root}`, folder]
  execFileSync(join(root, 'node_modules/.bin/biome'), options, { cwd: folder, stdio: 'pipe' })
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
