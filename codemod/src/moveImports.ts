import {
  type CallExpression,
  type ExportDeclaration,
  type ImportDeclaration,
  Project,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import { movedNames } from './movedNames.js'
import { removedNames } from './removedNames.js'

export interface Moved {
  /** The file's text with its imports moved; the same text when nothing had to move. */
  readonly text: string
  /** Left for a person to do: `line` counts from 1, `sentence` says what is there and what to write instead. */
  readonly left: readonly { readonly line: number; readonly sentence: string }[]
}

const kernel = '@latchkey/kernel/'
/** The entry that had nearly everything. No name left another one. */
const door = `${kernel}plugin`

const newHomes: ReadonlyMap<string, string> = new Map(
  Object.entries(movedNames).flatMap(([home, names]) => names.map((name) => [name, home] as const)),
)

/** A named import as it is written: its name, and the text with `type` and `as`. */
interface Written {
  readonly name: string
  readonly text: string
}

type Declaration = ImportDeclaration | ExportDeclaration

/**
 * Moves the imports of one source file from the kernel's `./plugin`, which had nearly everything, to the entries
 * that have the names now. Imports that already name the new entries are joined, so that running it twice changes nothing
 * more. A name that is gone, `import * as` and `await import(...)` stay as they are and are told in `left`.
 *
 * @param path The file's name; its ending says whether JSX may stand in it.
 */
export function moveImports(text: string, path = 'file.tsx'): Moved {
  if (!text.includes(kernel)) return { text, left: [] }
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } })
  const file = project.createSourceFile(path.replace(/^.*[\\/]/, ''), text)
  for (const kind of ['value', 'type'] as const) {
    moveDeclarations(file.getImportDeclarations(), kind)
    moveDeclarations(file.getExportDeclarations(), kind)
  }
  moveImportTypes(file)
  moveLateImports(file)
  const left = [...findRemoved(file), ...findUnmovable(file)].sort((a, b) => a.line - b.line)
  return { text: file.getFullText(), left }
}

function findRemoved(file: SourceFile): Moved['left'] {
  return [...file.getImportDeclarations(), ...file.getExportDeclarations()]
    .filter(isFromKernel)
    .flatMap((declaration) =>
      written(declaration).flatMap(({ name }) => {
        const advice = removedNames[name]
        return advice === undefined
          ? []
          : [
              {
                line: declaration.getStartLineNumber(),
                sentence: `The kernel exports no "${name}" any more. ${advice}`,
              },
            ]
      }),
    )
}

function findUnmovable(file: SourceFile): Moved['left'] {
  const sentence = (what: string) =>
    `${what} takes the whole entry, so its names can't be moved. Import the names that you use, and run this again.`
  const whole = file
    .getImportDeclarations()
    .filter((declaration) => isFromDoor(declaration) && declaration.getNamespaceImport())
    .map((declaration) => ({ line: declaration.getStartLineNumber(), sentence: sentence('`import * as`') }))
  const passedOn = file
    .getExportDeclarations()
    .filter((declaration) => isFromDoor(declaration) && !declaration.hasNamedExports())
    .map((declaration) => ({ line: declaration.getStartLineNumber(), sentence: sentence('`export *`') }))
  const late = lateImports(file).map(({ call }) => ({
    line: call.getStartLineNumber(),
    sentence: sentence('`import()`'),
  }))
  const obstructed = [...file.getImportDeclarations(), ...file.getExportDeclarations()].flatMap(
    (declaration) => {
      const obstacle = obstacleOf(declaration)
      const isMoved = written(declaration).some(({ name }) => newHomes.has(name))
      return obstacle !== undefined && isFromDoor(declaration) && isMoved
        ? [{ line: declaration.getStartLineNumber(), sentence: obstructedBy(obstacle) }]
        : []
    },
  )
  const types = file
    .getDescendantsOfKind(SyntaxKind.ImportType)
    .filter((type) => !type.getQualifier() && type.getArgument().getText().slice(1, -1) === door)
    .map((type) => ({ line: type.getStartLineNumber(), sentence: sentence('`typeof import()`') }))
  return [...whole, ...passedOn, ...late, ...obstructed, ...types, ...findOtherMentions(file)]
}

const obstructedBy = (obstacle: string) =>
  `This has ${obstacle}, which would be lost, so it was left. Take that out, and run this again.`

/** `require()`, mocks of tests and `declare module`, whose names the code around them gives in too many ways. */
function findOtherMentions(file: SourceFile): Moved['left'] {
  return file
    .getDescendantsOfKind(SyntaxKind.StringLiteral)
    .filter((literal) => literal.getLiteralText() === door)
    .filter((literal) => {
      const parent = literal.getParent()
      const call = parent.asKind(SyntaxKind.CallExpression)
      if (call) return call.getExpression().getKind() !== SyntaxKind.ImportKeyword
      return (
        parent.getKind() === SyntaxKind.ExternalModuleReference ||
        parent.getKind() === SyntaxKind.ModuleDeclaration
      )
    })
    .map((literal) => ({
      line: literal.getStartLineNumber(),
      sentence: `"${door}" is named outside of an import. Name the entry that has what you use: contracts, wallet, transaction, chain or plugin.`,
    }))
}

const isFromDoor = (declaration: Declaration) => declaration.getModuleSpecifierValue() === door

const isFromKernel = (declaration: Declaration) =>
  declaration.getModuleSpecifierValue()?.startsWith(kernel) === true

function written(declaration: Declaration): readonly Written[] {
  const named =
    'getNamedImports' in declaration ? declaration.getNamedImports() : declaration.getNamedExports()
  return named.map((entry) => ({ name: entry.getName(), text: entry.getText() }))
}

/** Names the parts of a declaration that writing it anew would lose. */
function obstacleOf(declaration: Declaration): string | undefined {
  if ('getDefaultImport' in declaration && declaration.getDefaultImport()) return 'a default import'
  if (declaration.getAttributes()) return 'attributes'
  return /\/[/*]/.test(declaration.getText()) ? 'a comment inside' : undefined
}

/** Rewrites the declarations of one kind where the first of them stands, one for each entry, in the order of their first names. */
function moveDeclarations(all: readonly Declaration[], kind: 'value' | 'type'): void {
  const ours = all.filter(
    (declaration) =>
      isFromKernel(declaration) &&
      declaration.isTypeOnly() === (kind === 'type') &&
      written(declaration).length > 0 &&
      obstacleOf(declaration) === undefined,
  )
  if (
    !ours.some(
      (declaration) => isFromDoor(declaration) && written(declaration).some(({ name }) => newHomes.has(name)),
    )
  )
    return
  const byHome = new Map<string, string[]>()
  for (const declaration of ours) {
    const present = declaration.getModuleSpecifierValue() ?? ''
    for (const { name, text } of written(declaration)) {
      const home = (isFromDoor(declaration) ? newHomes.get(name) : undefined) ?? present
      const texts = byHome.get(home) ?? []
      if (!texts.includes(text)) texts.push(text)
      byHome.set(home, texts)
    }
  }
  const [first, ...others] = ours
  if (!first) return
  const keyword = 'getNamedImports' in first ? 'import' : 'export'
  const quote = first.getModuleSpecifier()?.getText().at(0) ?? "'"
  const end = first.getText().endsWith(';') ? ';' : ''
  const lines = [...byHome].map(
    ([home, texts]) =>
      `${keyword} ${kind === 'type' ? 'type ' : ''}{ ${texts.join(', ')} } from ${quote}${home}${quote}${end}`,
  )
  for (const other of others) other.remove()
  first.replaceWithText(lines.join('\n'))
}

/** `import('@latchkey/kernel/plugin').Name` in a type. */
function moveImportTypes(file: SourceFile): void {
  for (const type of file.getDescendantsOfKind(SyntaxKind.ImportType)) {
    const argument = type.getArgument()
    const present = argument.getText().slice(1, -1)
    const home = newHomes.get(type.getQualifier()?.getText().split('.')[0] ?? '')
    if (present === door && home) argument.replaceWithText(argument.getText().replace(present, home))
  }
}

/** The calls of `import()` of a door, with the names taken from what it gives, as far as the code around it names them. */
function lateImports(
  file: SourceFile,
): readonly { readonly call: CallExpression; readonly names: readonly string[] }[] {
  return file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
    .filter((call) => specifierOf(call) === door)
    .map((call) => ({ call, names: namesTaken(call) }))
    .filter(({ names }) => names.length === 0 || names.some((name) => newHomes.has(name)))
}

const specifierOf = (call: CallExpression) => call.getArguments()[0]?.getText().slice(1, -1) ?? ''

/** The names in `const { A, B } = await import(...)` and `(await import(...)).A`. */
function namesTaken(call: CallExpression): readonly string[] {
  const waiting = call.getParentIfKind(SyntaxKind.AwaitExpression)
  const property = waiting
    ?.getParentIfKind(SyntaxKind.ParenthesizedExpression)
    ?.getParentIfKind(SyntaxKind.PropertyAccessExpression)
  if (property) return [property.getName()]
  const pattern = waiting
    ?.getParentIfKind(SyntaxKind.VariableDeclaration)
    ?.getNameNode()
    .asKind(SyntaxKind.ObjectBindingPattern)
  return (
    pattern?.getElements().map((element) => element.getPropertyNameNode()?.getText() ?? element.getName()) ??
    []
  )
}

/** Moves a late import whose names have one new home between them; others are told. */
function moveLateImports(file: SourceFile): void {
  for (const { call, names } of lateImports(file)) {
    const present = specifierOf(call)
    const homes = new Set(names.map((name) => newHomes.get(name) ?? present))
    const [home] = homes
    const argument = call.getArguments()[0]
    if (homes.size === 1 && home && home !== present) {
      argument?.replaceWithText(argument.getText().replace(present, home))
    }
  }
}
