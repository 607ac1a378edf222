import {
  type ImportDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Left {
  /** Counts from 1, in the file as it was before. */
  readonly line: number
  readonly sentence: string
}

/**
 * One file of an app with the changes that are planned for it. Nothing is changed until `finish`, so that every rule reads
 * the file as it was, and a line in `left` is a line of that file.
 */
export class EditedFile {
  readonly #edits: Edit[] = []
  readonly #left: Left[] = []
  /** Names to import, by module. */
  readonly #wanted = new Map<string, Set<string>>()
  /** Modules to import for what they do. */
  readonly #modules = new Set<string>()
  /** Names that stay of an import that loses others. */
  readonly #kept = new Map<ImportDeclaration, readonly string[]>()

  constructor(
    readonly file: SourceFile,
    /** From the app's folder on, with `/`. */
    readonly path: string,
  ) {}

  /** Whether `as const` and types may be written. */
  get isTyped(): boolean {
    return /\.[cm]?tsx?$/.test(this.path)
  }

  replace(node: Node, text: string): void {
    this.#add({ start: node.getStart(), end: node.getEnd(), text: keepingName(node, text) })
  }

  /** Takes a node out, with the white space before it. */
  remove(node: Node): void {
    this.#add({ start: node.getPos(), end: node.getEnd(), text: '' })
  }

  /** Before a node and the comments that belong to it. */
  insertBefore(node: Node, text: string): void {
    const start = node.getLeadingCommentRanges()[0]?.getPos() ?? node.getStart()
    this.#add({ start, end: start, text })
  }

  /** @param name as it stands in an import, such as `type Kernel` or `a as b`. */
  import(from: string, name: string): void {
    const names = this.#wanted.get(from) ?? new Set()
    this.#wanted.set(from, names.add(name))
  }

  /** @param names as they stand in the import; at least one. */
  keepNames(declaration: ImportDeclaration, names: readonly string[]): void {
    this.#kept.set(declaration, names)
  }

  /** Imports our style sheet, for a product that had none to import. */
  importStyles(): void {
    const module = '@latchkey/ui-react/styles.css'
    const isThere = this.file.getImportDeclarations().some((one) => one.getModuleSpecifierValue() === module)
    if (!isThere) this.#modules.add(module)
  }

  /** The local names that will be imported, by module. */
  get wanted(): readonly { readonly module: string; readonly name: string }[] {
    return [...this.#wanted].flatMap(([module, names]) =>
      [...names].map((name) => ({ module, name: name.replace(/^type /, '').replace(/^.* as /, '') })),
    )
  }

  leave(node: Node, sentence: string): void {
    const line = node.getStartLineNumber()
    if (!this.#left.some((one) => one.line === line && one.sentence === sentence))
      this.#left.push({ line, sentence })
  }

  get left(): readonly Left[] {
    return [...this.#left].sort((a, b) => a.line - b.line)
  }

  isEdited(node: Node): boolean {
    return this.#edits.some(
      ({ start, end }) => end > start && start <= node.getStart() && node.getEnd() <= end,
    )
  }

  /** Whether a planned change writes the name. */
  isWritten(name: string): boolean {
    return this.#edits.some(({ text }) => text.split(/[^\w$]+/).includes(name))
  }

  /** The text with all changes, and the imports that they need. */
  finish(): string {
    this.#writeImports()
    let text = this.file.getFullText()
    for (const { start, end, text: added } of [...this.#edits].sort(
      (a, b) => b.start - a.start || b.end - a.end,
    ))
      text = text.slice(0, start) + added + text.slice(end)
    return text
  }

  #add(edit: Edit): void {
    const isInside = this.#edits.some(
      ({ start, end }) => edit.start < end && start < edit.end && start < end && edit.start < edit.end,
    )
    if (isInside)
      throw new Error(`Two changes of ${this.path} meet at ${edit.start}. Please report this file.`)
    this.#edits.push(edit)
  }

  #writeImports(): void {
    const lines: string[] = []
    const declarations = this.file.getImportDeclarations()
    for (const [from, names] of [...this.#wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const present = declarations.find((one) => isOpen(one, from) && !this.isEdited(one))
      const missing = [...names].filter((name) => !present || !namesOf(present).includes(name)).sort()
      if (missing.length === 0) continue
      const last = present?.getNamedImports().at(-1)
      const kept = present && this.#kept.get(present)
      if (present && kept) this.#kept.set(present, [...kept, ...missing])
      else if (last) this.#add({ start: last.getEnd(), end: last.getEnd(), text: `, ${missing.join(', ')}` })
      else lines.push(this.#importLine(from, missing))
    }
    for (const [declaration, names] of this.#kept) {
      const list = declaration.getImportClause()?.getNamedBindings()
      if (list) this.replace(list, `{ ${names.join(', ')} }`)
    }
    for (const module of this.#modules) lines.push(this.#importLine(module))
    if (lines.length === 0) return
    const first = declarations[0]
    const start = this.#edits.find(
      (edit) => first && edit.start === first.getStart() && edit.end > edit.start,
    )
    const at = first?.getStart() ?? this.file.getStatements()[0]?.getStart() ?? 0
    const block = lines.join('\n')
    // The first line is often the import that goes.
    const isGone = start !== undefined && start.text === ''
    this.#edits.push({ start: at, end: at, text: isGone ? block : `${block}\n` })
  }

  #importLine(from: string, names: readonly string[] = []): string {
    const sample = this.file.getImportDeclarations()[0]
    const quote = sample?.getModuleSpecifier().getText().at(0) ?? "'"
    const end = sample?.getText().endsWith(';') ? ';' : ''
    const clause = names.length === 0 ? '' : `{ ${names.join(', ')} } from `
    return `import ${clause}${quote}${from}${quote}${end}`
  }
}

/** A member or an export that takes its name from what it holds keeps it: `{ a }` becomes `{ a: b }`. */
function keepingName(node: Node, text: string): string {
  const own = node.getText()
  if (own === text) return text
  const parent = node.getParent()
  if (parent?.getKind() === SyntaxKind.ShorthandPropertyAssignment) return `${own}: ${text}`
  const isExported = parent?.asKind(SyntaxKind.ExportSpecifier)?.getAliasNode() === undefined
  return isExported && parent?.getKind() === SyntaxKind.ExportSpecifier ? `${text} as ${own}` : text
}

const namesOf = (declaration: ImportDeclaration) =>
  declaration.getNamedImports().map((entry) => entry.getText())

/** Whether names can be added to an import. */
const isOpen = (declaration: ImportDeclaration, from: string) =>
  declaration.getModuleSpecifierValue() === from &&
  !declaration.isTypeOnly() &&
  declaration.getNamedImports().length > 0

/** The members of an object literal by name; nothing when it is none, or spreads another object. */
export function membersOf(node: Node | undefined): ReadonlyMap<string, Node> | undefined {
  const literal: ObjectLiteralExpression | undefined = node?.asKind(SyntaxKind.ObjectLiteralExpression)
  if (!literal) return undefined
  const members = new Map<string, Node>()
  for (const property of literal.getProperties()) {
    const plain = property.asKind(SyntaxKind.PropertyAssignment)
    const value =
      plain?.getInitializer() ?? property.asKind(SyntaxKind.ShorthandPropertyAssignment)?.getNameNode()
    const method = property.asKind(SyntaxKind.MethodDeclaration)
    if (value && !plain?.getNameNode().asKind(SyntaxKind.ComputedPropertyName))
      members.set((plain?.getName() ?? value.getText()).replace(/^['"]|['"]$/g, ''), value)
    else if (method) members.set(method.getName(), method)
    else return undefined
  }
  return members
}
