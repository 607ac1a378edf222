import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { initialSize } from '../../bench/connect/initialSize.js'

/** Gzip kilobytes of scripts. */
export interface Weight {
  /** Scripts that the page imports at its beginning, so that nothing is drawn without them. */
  readonly initial: number
  /** All that the page had asked for when the wallet was connected. */
  readonly connected: number
}

/** @param given what the page asked for until then, by path */
export function weigh(folder: string, given: ReadonlyMap<string, Buffer>): Weight {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const site = new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [
        path === join(folder, 'index.html') ? '/' : path.slice(folder.length),
        readFileSync(path),
      ] as const
    }),
  )
  const scripts = [...given].filter(([path]) => path.endsWith('.js'))
  const sizes = scripts.map(([, content]) => gzipSync(content, { level: 9 }).length)
  return { initial: initialSize(site), connected: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}
