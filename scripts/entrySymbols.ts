import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import type { Checker, Project, Symbol as TypeSymbol } from 'typescript/unstable/sync'

export interface EntrySymbols {
  /** The entry that an app imports from, such as `@latchkey/plugin-send/react`. */
  readonly name: string
  /** Its exports. One may stand for a symbol of another file: see {@link targetOf}. */
  readonly symbols: readonly TypeSymbol[]
}

/**
 * Returns what each entry of a package exports, as the compiler sees it.
 *
 * @param folder of the package, from the root
 * @throws Error for an entry that `tsconfig.json` leaves out
 */
export function entrySymbols(
  root: string,
  folder: string,
  { program, checker }: Project,
): readonly EntrySymbols[] {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, string>>
  }
  return Object.entries(exports).flatMap(([key, file]) => {
    if (!/\.tsx?$/.test(file)) return []
    const source = program.getSourceFile(join(root, folder, file))
    if (!source) throw new Error(`${folder}/${file} is an entry that tsconfig.json leaves out.`)
    const module = checker.getSymbolAtLocation(source)
    return [{ name: join(name, key), symbols: module ? checker.getExportsOfModule(module) : [] }]
  })
}

/** The symbol that an export or an import stands for. */
export function targetOf(symbol: TypeSymbol, checker: Checker): TypeSymbol {
  const isAlias = symbol.declarations.some(
    ({ kind }) => kind === SyntaxKind.ExportSpecifier || kind === SyntaxKind.ImportSpecifier,
  )
  return isAlias ? checker.getAliasedSymbol(symbol) : symbol
}
