import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { joinKernel } from './joinKernel.js'
import { joinShell } from './joinShell.js'
import { publishedPackages, root } from './workspace.js'
import { writeDocsPages } from './writeDocsPages.js'

/**
 * Compiles every published package, joins the parts of the kernel and of the shell that are loaded together, and copies what
 * the compiler does not: style sheets and their declarations, and the pages of the documentation's server. What an earlier build left goes first, because everything in
 * `dist` is packed.
 */
const packages = publishedPackages()
for (const { directory } of packages) rmSync(join(directory, 'dist'), { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-b', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})

await joinKernel()
await joinShell()

for (const { directory } of packages) {
  const source = join(directory, 'src')
  if (!existsSync(source)) continue
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.css(\.d\.ts)?$/.test(entry.name)) continue
    const from = join(entry.parentPath, entry.name)
    cpSync(from, join(directory, 'dist', from.slice(source.length)))
  }
}

writeDocsPages()
