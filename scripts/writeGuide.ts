import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readGuide } from './readGuide.js'

/** Writes every block of the guides for plugins as a file of its own. What stood in the folder goes. */
export function writeGuide(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const { path, text } of readGuide()) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
