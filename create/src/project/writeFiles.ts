import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unusableFolder } from './unusableFolder.js'

/**
 * Writes all files below a folder, or none: when one can't be written, those before it are removed, with the folders that were made.
 *
 * @throws CreateError `CREATE_FOLDER_NOT_WRITABLE`
 */
export function writeFiles(target: string, files: ReadonlyMap<string, string>): void {
  const made: string[] = []
  try {
    for (const [path, text] of files) {
      const file = join(target, path)
      makeFolder(dirname(file), made)
      const opened = openSync(file, 'wx')
      made.push(file)
      try {
        writeFileSync(opened, text)
      } finally {
        closeSync(opened)
      }
    }
  } catch (error) {
    const isLeft = !made.toReversed().every(remove)
    throw unusableFolder(
      target,
      error,
      isLeft ? 'Remove what was written there, and give another folder.' : undefined,
    )
  }
}

/** Makes a folder with those above it, and notes each. */
function makeFolder(folder: string, made: string[]): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), made)
  mkdirSync(folder)
  made.push(folder)
}

/** Removes what was made, with all that is in it: it wasn't there before. */
function remove(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
