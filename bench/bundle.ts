import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { build, type Rolldown } from 'vite'

export interface Bundle {
  /** Gzip kilobytes (1000 bytes) of what must be loaded before the entry runs. */
  readonly initial: number
  /** Gzip kilobytes that loading the named source module adds to what is there already. */
  added(module: RegExp): number
  /** Whether a module of that path is part of the initial load. */
  loadsFirst(module: RegExp): boolean
  /** Gzip bytes that each source module adds to the initial load, most first: what leaving it out would save. */
  shares(): readonly (readonly [path: string, bytes: number])[]
}

const here = dirname(fileURLToPath(import.meta.url))

/** Builds an entry as an app would, with Vite: split, minified, gzip 9. */
export async function bundle(source: string, external: readonly string[] = []): Promise<Bundle> {
  const folder = mkdtempSync(join(here, '.entry-'))
  try {
    const input = join(folder, 'entry.tsx')
    writeFileSync(input, source)
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: folder,
      build: {
        write: false,
        target: 'es2022',
        // The helper for preloading is the bundler’s, not ours, and an app may switch it off.
        modulePreload: false,
        rolldownOptions: {
          input,
          external: [...external],
          output: { chunkFileNames: (chunk) => nameOf(chunk, folder) },
        },
      },
    })
    const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput
    return describe(output.filter((item): item is Rolldown.OutputChunk => item.type === 'chunk'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A name as long and as random as the bundler's own, by what is in the chunk and not by its bytes: chunks name each other, so any change
 * elsewhere would weigh some bytes here.
 */
function nameOf({ name, moduleIds }: Rolldown.PreRenderedChunk, folder: string): string {
  const paths = moduleIds.map((path) => relative(folder, path))
  const hash = createHash('sha256').update(paths.join('\n')).digest('base64url').slice(0, 8)
  return `assets/${name}-${hash}.js`
}

function describe(list: readonly Rolldown.OutputChunk[]): Bundle {
  const chunks = new Map(list.map((chunk) => [chunk.fileName, chunk]))
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = chunks.get(name)
    if (!chunk || seen.has(name)) return seen
    seen.add(name)
    for (const imported of chunk.imports) closure(imported, seen)
    return seen
  }
  const weight = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length, 0) /
    1000
  const modules = (name: string) => Object.entries(chunks.get(name)?.modules ?? {})
  const entry = list.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The build has no entry.')
  const first = closure(entry.fileName)

  return {
    initial: weight(first),
    added(module) {
      const own = list.filter((chunk) => chunk.facadeModuleId !== null && module.test(chunk.facadeModuleId))
      if (own.length === 0) throw new Error(`No chunk is made from ${module}.`)
      const reached = new Set(own.flatMap((chunk) => [...closure(chunk.fileName)]))
      return weight([...reached].filter((name) => !first.has(name)))
    },
    loadsFirst: (module) => [...first].some((name) => modules(name).some(([path]) => module.test(path))),
    shares() {
      const texts = [...first]
        .flatMap(modules)
        .map(([path, { code }]) => [path, transformSync(code ?? '', { minify: true }).code] as const)
      const weigh = (list: typeof texts) =>
        gzipSync(list.map(([, text]) => text).join(''), { level: 9 }).length
      const whole = weigh(texts)
      return texts
        .map(([path], index) => [path, whole - weigh(texts.toSpliced(index, 1))] as const)
        .sort((left, right) => right[1] - left[1])
    },
  }
}
