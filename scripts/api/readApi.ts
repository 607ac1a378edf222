import { join, relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  API,
  type Checker,
  type NodeHandle,
  type Project,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync'
import { entrySymbols, targetOf } from '../entrySymbols.js'
import { linesOfDeclaration } from './linesOfDeclaration.js'

/**
 * Everything that the entries of some packages promise, by the folder of the package, as text to read and compare: one line
 * for a member, below a heading for each entry. Types that no entry exports, and that an exported one is made of, follow
 * under "within".
 */
export function readApi(root: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()
    if (!project) throw new Error('tsconfig.json could not be opened.')
    return new Map(folders.map((folder) => [folder, textOf(root, folder, project)]))
  } finally {
    api.close()
  }
}

interface Told {
  readonly lines: readonly string[]
  /** Symbols that the declaration names. */
  readonly names: readonly TypeSymbol[]
}

function textOf(root: string, folder: string, project: Project): string {
  const exported = new Set<number>()
  const within: TypeSymbol[] = []
  const sections = entrySymbols(root, folder, project).flatMap(({ name, symbols }) => {
    const lines = symbols.flatMap((symbol) => {
      const target = targetOf(symbol, project.checker)
      exported.add(target.id)
      const home = homeOf(target, root)
      if (!home) return []
      if (!home.startsWith(`${folder}/`)) return [`${symbol.name} of ${home.split('/src/')[0]}`]
      const told = tell(target, symbol.name, project)
      within.push(...told.names)
      return told.lines
    })
    return [`# ${name}`, ...lines.toSorted(), '']
  })
  const inner = tellWithin(within, exported, folder, root, project)
  return [...sections, ...(inner.length > 0 ? ['# within', ...inner, ''] : [])].join('\n')
}

/** Types that are not exported, each once, and those that they are made of. */
function tellWithin(
  symbols: readonly TypeSymbol[],
  seen: Set<number>,
  folder: string,
  root: string,
  project: Project,
): readonly string[] {
  const waiting = [...symbols]
  const lines: string[] = []
  for (let symbol = waiting.pop(); symbol; symbol = waiting.pop()) {
    if (seen.has(symbol.id)) continue
    seen.add(symbol.id)
    if (!homeOf(symbol, root)?.startsWith(`${folder}/`)) continue
    const told = tell(symbol, symbol.name, project)
    lines.push(...told.lines)
    waiting.push(...told.names)
  }
  return [...new Set(lines)].toSorted()
}

/** Where a symbol is declared, from the repository's root; nothing for one of an installed package. */
function homeOf(symbol: TypeSymbol, root: string): string | undefined {
  const node = symbol.declarations[0]?.resolve()
  const path = node && relative(root, node.getSourceFile().fileName)
  return path && !path.includes('node_modules') && !path.startsWith('..') ? path : undefined
}

function tell(symbol: TypeSymbol, name: string, { checker }: Project): Told {
  const nodes = symbol.declarations.flatMap((handle: NodeHandle) => handle.resolve() ?? [])
  return {
    lines: [...new Set(nodes.flatMap((node) => linesOfDeclaration(node, name, symbol, checker)))],
    names: nodes.flatMap((node) => namesIn(node, checker)),
  }
}

/** The types that a declaration is made of. Bodies promise nothing, so they are left out. */
function namesIn(node: Node, checker: Checker): readonly TypeSymbol[] {
  const found: TypeSymbol[] = []
  function visit(each: Node): undefined {
    if (each.kind === SyntaxKind.Block) return
    if (each.kind === SyntaxKind.TypeReference || each.kind === SyntaxKind.ExpressionWithTypeArguments) {
      const { typeName, expression } = each as unknown as Readonly<Record<string, Node | undefined>>
      const at = typeName ?? expression
      const symbol = at && checker.getSymbolAtLocation(at)
      if (symbol) found.push(targetOf(symbol, checker))
    }
    each.forEachChild(visit)
  }
  visit(node)
  return found
}
