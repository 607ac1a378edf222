import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedPackages } from './workspace.js'

/** Compiles every published package and copies what the compiler does not: style sheets and JSON. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
execFileSync('tsc', ['-b', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })

for (const { directory } of publishedPackages()) {
  const source = join(directory, 'src')
  if (!existsSync(source)) continue
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(css|json)$/.test(entry.name)) continue
    const from = join(entry.parentPath, entry.name)
    cpSync(from, join(directory, 'dist', from.slice(source.length)))
  }
}
