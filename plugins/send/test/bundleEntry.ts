import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export interface FirstLoad {
  /** Source modules that are loaded with the entry. */
  readonly modules: readonly string[]
  /** Bytes after gzip. */
  readonly size: number
}

/** Bundles an entry as an app's bundler would, beside kernel and shell, and answers what is loaded before it runs. */
export async function bundleEntry(entry: 'index.ts' | 'react/index.ts'): Promise<FirstLoad> {
  const path = fileURLToPath(new URL(`../src/${entry}`, import.meta.url))
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export { send } from ${JSON.stringify(path)}`, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: ['@latchkey/kernel', '@latchkey/kernel/*', '@latchkey/ui-react', 'valtio', 'valtio/*', 'react'],
    outdir: 'out',
    metafile: true,
    write: false,
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const first = new Set<string>()
  const visit = (output: string): void => {
    if (first.has(output)) return
    first.add(output)
    for (const { kind, external, path: next } of outputs.get(output)?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(next)
    }
  }
  for (const [output, { entryPoint }] of outputs) if (entryPoint === '<stdin>') visit(output)
  const sizeOf = (output: string) =>
    gzipSync(outputFiles.find((file) => file.path.endsWith(output))?.contents ?? '', { level: 9 }).length
  return {
    modules: [...first].flatMap((output) => Object.keys(outputs.get(output)?.inputs ?? {})),
    size: [...first].reduce((sum, output) => sum + sizeOf(output), 0),
  }
}
