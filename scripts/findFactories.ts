import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { publishedPackages } from './workspace.js'

/** A function of a public entry that makes a plugin, or a source that a plugin is given. */
export interface Factory {
  readonly name: string
  /** File of the entry that exports it. */
  readonly entry: string
  /** How many parameters it has. */
  readonly takes: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Return types that make a function a factory. */
const made = /^: (?:readonly )?(?:Plugin(?:\[\])?|PriceSource|HistorySource)$/

/** Functions that take a whole definition, whose members are no options. */
const definers: readonly string[] = ['definePlugin', 'priceSource']

/** The factories of all published packages: of their main entries, those with views and all others. */
export function findFactories(): readonly Factory[] {
  return publishedPackages()
    .flatMap(({ directory }) => entriesOf(directory).flatMap(factoriesOf))
    .filter(({ name }) => !definers.includes(name))
}

/** The files of a package's entries. In the workspace they are sources. */
function entriesOf(directory: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>
  }
  return Object.values(exports)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(directory, path))
}

function factoriesOf(entry: string): readonly Factory[] {
  return bodyOf(entry).flatMap(({ type, source, specifiers }) => {
    const path = (source as { readonly value?: string } | null)?.value
    if (type !== 'ExportNamedDeclaration' || !path?.startsWith('.')) return []
    const file = fileOf(join(dirname(entry), path))
    return (specifiers as readonly Readonly<Record<'local' | 'exported', { name: string }>>[]).flatMap(
      ({ local, exported }) => {
        const takes = parametersOf(file, local.name)
        return takes === undefined ? [] : [{ name: exported.name, entry, takes }]
      },
    )
  })
}

/** How many parameters the factory has; undefined where the name is no factory's. */
function parametersOf(file: string, name: string): number | undefined {
  const source = readFileSync(file, 'utf8')
  for (const { declaration } of bodyOf(file)) {
    const { id, returnType, params } = (declaration ?? {}) as {
      readonly id?: { readonly name?: string }
      readonly returnType?: Node | null
      readonly params?: readonly unknown[]
    }
    if (id?.name !== name || !returnType || !params) continue
    if (made.test(source.slice(returnType.start, returnType.end))) return params.length
  }
  return undefined
}

function bodyOf(file: string): readonly Node[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  return program.body as unknown as readonly Node[]
}

/** The source behind an import of its compiled name. */
function fileOf(path: string): string {
  const [found] = ['.ts', '.tsx'].map((end) => path.replace(/\.js$/, end)).filter((file) => existsSync(file))
  if (found === undefined) throw new Error(`${path} has no source.`)
  return found
}
