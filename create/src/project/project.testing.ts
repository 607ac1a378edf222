import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** A new folder of this machine that is removed at the end of the scope. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}) {
  const path = mkdtempSync(join(tmpdir(), 'create-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The text of each file below a folder, by path. */
export function readFolder(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const file = join(parentPath, name)
        return [relative(folder, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]
      }),
  )
}
