import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

export interface FirstLoad {
  /** Source modules that are loaded with the code. */
  readonly modules: readonly string[]
  /** Bytes after gzip. */
  readonly size: number
}

/** What an app has anyway. */
const always = ['@latchkey/kernel', '@latchkey/kernel/*', 'valtio', 'valtio/*']

/** An app's bundler takes the kernel's `inDevelopment` as false; here the kernel is no part of the bundle. */
const asInProduction: Plugin = {
  name: 'as in production',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\binDevelopment\b(?=\s*(?:\?|&&))/g, 'false'),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
}

/**
 * Bundles code as an app's bundler would, and answers what must be loaded before it runs.
 *
 * @param code What the app says, such as `export * from './index.ts'`.
 * @param folder Where its relative imports start.
 * @param beside What else the app has anyway, such as React.
 */
export async function firstLoadOf(
  code: string,
  folder: URL,
  beside: readonly string[] = [],
): Promise<FirstLoad> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: fileURLToPath(folder) },
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    external: [...always, ...beside],
    outdir: 'out',
    metafile: true,
    plugins: [asInProduction],
    write: false,
  })
  const outputs = new Map(Object.entries(metafile.outputs))
  const first = new Set<string>()
  const visit = (output: string): void => {
    if (first.has(output)) return
    first.add(output)
    for (const { kind, external, path } of outputs.get(output)?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(path)
    }
  }
  for (const [output, { entryPoint }] of outputs) if (entryPoint === '<stdin>') visit(output)
  if (first.size === 0) throw new Error('The bundler made nothing of the code.')
  const sizeOf = (output: string) =>
    gzipSync(outputFiles.find(({ path }) => path.endsWith(output))?.contents ?? '', { level: 9 }).length
  return {
    modules: [...first].flatMap((output) => Object.keys(outputs.get(output)?.inputs ?? {})),
    size: [...first].reduce((sum, output) => sum + sizeOf(output), 0),
  }
}
