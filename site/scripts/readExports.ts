import { join, relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Symbol as TypeSymbol } from 'typescript/unstable/sync'
import { entrySymbols, targetOf } from '../../scripts/entrySymbols.js'

/** Something that an entry of a package exports. */
export interface Exported {
  readonly name: string
  readonly kind: 'component' | 'hook' | 'function' | 'class' | 'event' | 'value' | 'options' | 'type'
  /** The text of its docstring. */
  readonly documentation: string
  /** How it is declared, without bodies. */
  readonly declaration: string
  /** From the repository's root. */
  readonly path: string
  readonly line: number
}

export interface Entry {
  /** The entry that an app imports from, such as `@latchkey/plugin-send/react`. */
  readonly name: string
  readonly exports: readonly Exported[]
}

/** Everything that the entries of some packages export, by the folder of the package. */
export function readExports(root: string, folders: readonly string[]): ReadonlyMap<string, readonly Entry[]> {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') }).getProjects()
    if (!project) throw new Error('tsconfig.json could not be opened.')
    return new Map(folders.map((folder) => [folder, entriesOf(root, folder, project)]))
  } finally {
    api.close()
  }
}

function entriesOf(root: string, folder: string, project: Project): readonly Entry[] {
  return entrySymbols(root, folder, project).map(({ name, symbols }) => ({
    name,
    exports: symbols.flatMap((symbol) => exportedOf(symbol, root, project)),
  }))
}

function exportedOf(symbol: TypeSymbol, root: string, { checker }: Project): readonly Exported[] {
  const target = targetOf(symbol, checker)
  const node = (target.valueDeclaration ?? target.declarations[0])?.resolve()
  if (!node) return []
  const source = node.getSourceFile()
  const path = relative(root, source.fileName)
  // A name of another package is described there.
  if (path.includes('node_modules')) return []
  const both = target.declarations.flatMap((handle) => handle.resolve() ?? [])
  const documentation = checker.getDocumentationCommentOfSymbol(target)
  return [
    {
      name: symbol.name,
      kind: kindOf(symbol.name, node, path, typeOf(target, node, checker)),
      documentation,
      declaration: [...new Set(both.map((each) => declarationOf(each, symbol.name, target, checker)))].join(
        '\n\n',
      ),
      path,
      line: source.text.slice(0, node.getStart(source)).split('\n').length,
    },
  ]
}

/** The type of a constant, as its declaration says or the compiler finds. Of what is no constant, nothing. */
function typeOf(symbol: TypeSymbol, node: Node, checker: Checker): string {
  if (node.kind !== SyntaxKind.VariableDeclaration) return ''
  const type = checker.getTypeOfSymbol(symbol)
  return type ? checker.typeToString(type, node) : 'unknown'
}

function kindOf(name: string, node: Node, path: string, type: string): Exported['kind'] {
  if (node.kind === SyntaxKind.InterfaceDeclaration || node.kind === SyntaxKind.TypeAliasDeclaration)
    return name.endsWith('Options') ? 'options' : 'type'
  if (node.kind === SyntaxKind.ClassDeclaration) return 'class'
  if (/^use[A-Z]/.test(name)) return 'hook'
  if (type.startsWith('EventKey<')) return 'event'
  if (/^[A-Z]/.test(name) && path.endsWith('.tsx')) return 'component'
  return node.kind === SyntaxKind.FunctionDeclaration || type.startsWith('(') ? 'function' : 'value'
}

function declarationOf(node: Node, name: string, symbol: TypeSymbol, checker: Checker): string {
  const source = node.getSourceFile()
  if (node.kind === SyntaxKind.VariableDeclaration) {
    return `const ${name}: ${typeOf(symbol, node, checker)}`
  }
  const text = source.text.slice(node.getStart(source), node.end)
  if (node.kind === SyntaxKind.ClassDeclaration) return withoutBodies(node, source.text)
  const body = bodyOf(node)
  return (body ? source.text.slice(node.getStart(source), body.pos).trimEnd() : text).replace(
    /^export (?:default )?/,
    '',
  )
}

const bodyOf = (node: Node): Node | undefined => (node as { readonly body?: Node }).body

/** A class as its users see it: members that are not private, without what they do. */
function withoutBodies(node: Node, text: string): string {
  const { members } = node as unknown as { readonly members: readonly Node[] }
  const source = node.getSourceFile()
  const first = members[0]
  const head = text.slice(node.getStart(source), first ? first.pos : node.end).trimEnd()
  const told = members.flatMap((member) => {
    const whole = text.slice(member.getStart(source), member.end)
    if (/^(?:private |static readonly #|static #|#|readonly #)/.test(whole)) return []
    const body = bodyOf(member)
    return [`  ${(body ? text.slice(member.getStart(source), body.pos) : whole).trim()}`]
  })
  return [head.replace(/^export /, ''), ...told, '}'].join('\n')
}
