import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { moveImports } from './moveImports.js'
import { moveImportsInMarkdown } from './moveImportsInMarkdown.js'
import { sourceFiles } from './sourceFiles.js'

export interface FolderMoved {
  /** The files that changed, from the folder on. */
  readonly changed: readonly string[]
  /** Left for a person to do, as `src/file.ts:12: sentence`. */
  readonly left: readonly string[]
}

const source = /\.(?:[cm]?[jt]sx?|mdx?)$/

/**
 * Moves the imports of all source files and Markdown pages below a folder, and writes those that change. Leaves out
 * `node_modules`, what a build made, folders whose name begins with a point, and symbolic links.
 *
 * @param write `false` only tells what would change.
 */
export function moveFolder(folder: string, write = true): FolderMoved {
  const changed: string[] = []
  const left: string[] = []
  for (const path of sourceFiles(folder, source)) {
    const before = readFileSync(path, 'utf8')
    const moved = /\.mdx?$/.test(path) ? moveImportsInMarkdown(before) : moveImports(before, path)
    const name = relative(folder, path)
    left.push(...moved.left.map(({ line, sentence }) => `${name}:${line}: ${sentence}`))
    if (moved.text === before) continue
    changed.push(name)
    if (write) writeFileSync(path, moved.text)
  }
  return { changed, left }
}
