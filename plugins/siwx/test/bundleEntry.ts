import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export interface FirstLoad {
  /** Source modules that are loaded with the entry. */
  readonly modules: readonly string[]
  /** Bytes after gzip. */
  readonly size: number
}

/** Bundles the plugin's entry as an app's bundler would, and answers what must be loaded before it runs. */
export async function bundleEntry(): Promise<FirstLoad> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/page/siwx.ts', import.meta.url))],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: ['@latchkey/kernel', '@latchkey/kernel/*', 'valtio', 'valtio/*'],
    outdir: 'out',
    metafile: true,
    write: false,
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const first = new Set<string>()
  const visit = (path: string): void => {
    if (first.has(path)) return
    first.add(path)
    for (const { kind, external, path: next } of outputs.get(path)?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(next)
    }
  }
  for (const [path, { entryPoint }] of outputs) if (entryPoint?.endsWith('src/page/siwx.ts')) visit(path)
  const sizeOf = (path: string) =>
    gzipSync(outputFiles.find((file) => file.path.endsWith(path))?.contents ?? '', { level: 9 }).length
  return {
    modules: [...first].flatMap((path) => Object.keys(outputs.get(path)?.inputs ?? {})),
    size: [...first].reduce((sum, path) => sum + sizeOf(path), 0),
  }
}
