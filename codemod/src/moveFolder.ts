import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { moveImports } from './moveImports.js'
import { moveImportsInMarkdown } from './moveImportsInMarkdown.js'
import { findFault, messageOf, readSourceText } from './readSourceText.js'
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
 * `node_modules`, what a build made, folders whose name begins with a point, and symbolic links. A file that it can't read
 * or follow stays as it is and is told.
 *
 * @param write `false` only tells what would change.
 */
export function moveFolder(folder: string, write = true): FolderMoved {
  const changed: string[] = []
  const left: string[] = []
  for (const path of sourceFiles(folder, source)) {
    const name = relative(folder, path)
    try {
      const moved = moveFile(path, write)
      left.push(...moved.left.map(({ line, sentence }) => `${name}:${line}: ${sentence}`))
      if (moved.isChanged) changed.push(name)
    } catch (error) {
      left.push(`${name}:1: The file was left: ${messageOf(error)}. Move its imports by hand.`)
    }
  }
  return { changed, left }
}

function moveFile(path: string, write: boolean) {
  const read = readSourceText(path)
  const isPage = /\.mdx?$/.test(path)
  const { text, left } = isPage ? moveImportsInMarkdown(read.text) : moveImports(read.text, path)
  const isChanged = text !== read.text
  if (!isChanged && left.length === 0) return { isChanged, left }
  // Blocks of a page are parts of files, with points where something is left out.
  const fault = isPage && read.isReadable ? undefined : findFault(read, path)
  if (fault) return { isChanged: false, left: [fault] }
  if (isChanged && write) writeFileSync(path, read.restore(text))
  return { isChanged, left }
}
