import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const skipped = /^(?:node_modules|dist|build|out|coverage|\..+)$/

/**
 * The files below a folder whose names fit. Leaves out `node_modules`, what a build made, folders whose name begins with a
 * point, and symbolic links.
 */
export function sourceFiles(folder: string, fits: RegExp): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !skipped.test(name))
    .flatMap((name) => {
      const path = join(folder, name)
      const entry = lstatSync(path)
      if (entry.isDirectory()) return sourceFiles(path, fits)
      return entry.isFile() && fits.test(name) ? [path] : []
    })
}
