import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Project, SyntaxKind } from 'ts-morph'
import { messageOf, readSourceText } from '../readSourceText.js'
import { dropUnusedImports } from './dropUnusedImports.js'
import type { EditedFile, Left } from './EditedFile.js'
import type { Helper } from './helpers/Helper.js'
import { importedFrom, usesOf } from './imports.js'
import type { App, Kit } from './Kit.js'
import { relativeModule } from './kernelImport.js'
import { mentionsKit, openFiles } from './openFiles.js'
import { findTakenName } from './setAside.js'

export interface CameOver {
  /** The files that changed or were written, from the folder on. */
  readonly changed: readonly string[]
  /** Left for a person to do, as `src/file.ts:12: sentence`. */
  readonly left: readonly string[]
  /** Packages that the app needs now. */
  readonly needed: readonly string[]
  /** Packages of the kit that nothing imports any more. */
  readonly unneeded: readonly string[]
}

/** Files that are written into the app stand here. */
const ownFolder = 'latchkey'

/**
 * Moves an app from another product to Latchkey: its provider, buttons, hooks and wagmi config. The app's own calls of wagmi,
 * viem and SDKs stay. What it can't move it leaves as it is, or takes out and says so, each with one sentence. Running it
 * again changes nothing more.
 *
 * @param write `false` only tells what would change.
 */
export function comeOver(kit: Kit, folder: string, write = true): CameOver {
  return moveAllBut(new Map(), kit, folder, write)
}

/** @param aside Files that stay as they are, by path, and why. */
function moveAllBut(aside: ReadonlyMap<string, Left>, kit: Kit, folder: string, write: boolean): CameOver {
  const opened = openFiles(kit, folder)
  const left = new Map([...opened.left, ...aside])
  const files = opened.files.filter(({ path }) => !left.has(path))
  const helpers = new Map<string, Helper>()
  const needed = new Set<string>()
  const ending = files.some(({ isTyped }) => isTyped) ? 'ts' : 'js'
  const app: App = {
    files: files.filter(({ file }) => mentionsKit(kit, file.getFullText())),
    kernels: new Map(),
    need: (name) => void needed.add(name),
    help(file, helper) {
      for (const one of [helper, ...(helper.needs ?? [])]) {
        helpers.set(one.name, one)
        for (const name of one.packages) needed.add(name)
      }
      const module = relativeModule(file, { path: `${ownFolder}/${helper.name}` })
      // TypeScript names what a file becomes; without it, the ending is the file's own.
      const isMarkup = ending === 'js' && helper.isMarkup
      file.import(isMarkup ? module.replace(/\.js$/, '.jsx') : module, helper.export ?? helper.name)
    },
  }
  if (app.files.length > 0) kit.move({ ...app, files })
  const taken = files.flatMap((file) => {
    const why = findTakenName(kit, file)
    return why ? [[file.path, why] as const] : []
  })
  // The others are read once more, because rules look at all files together.
  if (taken.length > 0) return moveAllBut(new Map([...aside, ...taken]), kit, folder, write)
  const isLeft = files.map((file) => settleImports(kit, file)).includes(true) || left.size > 0
  for (const file of files) settleStyles(kit, file, app, isLeft)
  for (const file of files) dropUnusedImports(kit, file)
  const changes = files
    .map((file) => ({ path: file.path, text: file.finish(), before: file.file.getFullText() }))
    .filter(({ text, before }) => text !== before)
  const written = [...helpers.values()].map(({ name, isMarkup, text }) => ({
    path: `${ownFolder}/${name}.${ending}${isMarkup ? 'x' : ''}`,
    text: ending === 'ts' ? text : withoutTypes(text),
  }))
  const fresh = written.filter(({ path }) => !isThere(join(folder, path)))
  if (fresh.length > 0) checkOwnFolder(folder)
  const failed = write ? writeAll(folder, changes, fresh) : new Map<string, Left>()
  const isMoved = changes.length > 0 && !isLeft && failed.size === 0
  return {
    changed: [...changes, ...fresh]
      .map(({ path }) => path)
      .filter((path) => !failed.has(path))
      .sort(),
    left: [...sentencesOf(files, left), ...[...failed].map(sentenceOf)],
    needed: [...needed].sort(),
    unneeded: isMoved ? kit.packages : [],
  }
}

/**
 * Takes out the names of the kit that nothing uses any more. Tells of each name that is still used. Returns whether something of the kit
 * stays.
 */
function settleImports(kit: Kit, file: EditedFile): boolean {
  let isLeft = leaveOtherImports(kit, file)
  const imported = importedFrom(file.file, kit.owns)
  for (const declaration of file.file.getImportDeclarations()) {
    const module = declaration.getModuleSpecifierValue()
    if (!kit.owns(module) || kit.styles[module] !== undefined) continue
    const names = imported.filter(({ specifier }) => specifier.getImportDeclaration() === declaration)
    const whole = declaration.getDefaultImport() ?? declaration.getNamespaceImport()
    if (whole || names.length === 0) {
      file.leave(
        declaration,
        `This import of "${module}" takes no names. Move what it gives by hand. ${pageOf(kit)}`,
      )
      isLeft = true
      continue
    }
    const kept = names.filter(({ local }) => usesOf(file.file, local).some((use) => !file.isEdited(use)))
    for (const one of kept) leaveName(kit, file, one)
    if (kept.length === names.length) isLeft = true
    else if (kept.length === 0) file.remove(declaration)
    else {
      isLeft = true
      const list = declaration.getImportClause()?.getNamedBindings()
      if (list) file.replace(list, `{ ${kept.map(({ specifier }) => specifier.getText()).join(', ')} }`)
    }
  }
  return isLeft
}

/** Puts our style sheet in the place of the kit's, or beside it where parts of the kit stay that need theirs. */
function settleStyles(kit: Kit, file: EditedFile, app: App, isLeft: boolean): void {
  const declarations = file.file.getImportDeclarations()
  const imports = new Set(declarations.map((declaration) => declaration.getModuleSpecifierValue()))
  for (const declaration of declarations) {
    const module = declaration.getModuleSpecifierValue()
    const style = kit.owns(module) ? kit.styles[module] : undefined
    if (style === undefined) continue
    const specifier = declaration.getModuleSpecifier()
    const quote = specifier.getText().at(0)
    app.need(style.split('/', 2).join('/'))
    if (isLeft) {
      file.leave(declaration, `"${module}" stays, for the parts that stay. Take it out last.`)
      if (!imports.has(style))
        file.replace(specifier, `${specifier.getText()}\nimport ${quote}${style}${quote}`)
    } else if (imports.has(style)) file.remove(declaration)
    else file.replace(specifier, `${quote}${style}${quote}`)
  }
}

function leaveName(kit: Kit, file: EditedFile, { name, local }: { name: string; local: string }): void {
  const use = usesOf(file.file, local).find((one) => !file.isEdited(one))
  const advice = kit.advice[name]
  // A rule that could not move it has said why.
  const isTold = file.left.some(({ line }) => line === use?.getStartLineNumber())
  if (use && (advice !== undefined || !isTold))
    file.leave(use, `\`${name}\` stays. ${advice ?? 'Move it by hand.'} ${pageOf(kit)}`)
}

const pageOf = ({ page }: Kit) => `See "Coming over", ${page}.`

/** `export … from`, `import()`, `require()` and mocks of tests. */
function leaveOtherImports(kit: Kit, file: EditedFile): boolean {
  const others = file.file
    .getDescendantsOfKind(SyntaxKind.StringLiteral)
    .filter((literal) => kit.owns(literal.getLiteralText()))
    .filter((literal) => !literal.getParentIfKind(SyntaxKind.ImportDeclaration))
  const styles = others.filter(
    (literal) =>
      kit.styles[literal.getLiteralText()] !== undefined &&
      literal.getParentIfKind(SyntaxKind.CallExpression) !== undefined,
  )
  for (const literal of styles) {
    const quote = literal.getText().at(0)
    file.replace(literal, `${quote}${kit.styles[literal.getLiteralText()]}${quote}`)
  }
  const left = others.filter((literal) => !styles.includes(literal))
  for (const literal of left)
    file.leave(
      literal,
      `"${literal.getLiteralText()}" is named outside of an import. Move it by hand. ${pageOf(kit)}`,
    )
  return left.length > 0
}

/** For an app in JavaScript: what the compiler would make of a helper, with the markup left in. */
function withoutTypes(text: string): string {
  return new Project({ useInMemoryFileSystem: true, compilerOptions: { target: 9, jsx: 1 } })
    .createSourceFile('helper.tsx', text)
    .getEmitOutput()
    .getOutputFiles()
    .map((file) => file.getText())
    .join('')
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** A link would lead out of the app. */
function checkOwnFolder(folder: string): void {
  const path = join(folder, ownFolder)
  if (isThere(path) && !lstatSync(path).isDirectory())
    throw new Error(`"${ownFolder}" is no folder here, and files of the app's own go there. Rename it.`)
}

interface Written {
  readonly path: string
  readonly text: string
}

/** Writes changes into files and fresh files where nothing is. Returns what couldn't be written. */
function writeAll(
  folder: string,
  changes: readonly Written[],
  fresh: readonly Written[],
): ReadonlyMap<string, Left> {
  const failed = new Map<string, Left>()
  const attempt = (name: string, act: (path: string) => void) => {
    try {
      act(join(folder, name))
    } catch (error) {
      failed.set(name, {
        line: 1,
        sentence: `The file can't be written: ${messageOf(error)}. Mend that, and run this again.`,
      })
    }
  }
  for (const { path: name, text } of fresh)
    attempt(name, (path) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text, { flag: 'wx' })
    })
  for (const { path: name, text } of changes)
    attempt(name, (path) => writeFileSync(path, readSourceText(path).restore(text)))
  return failed
}

const sentenceOf = ([path, { line, sentence }]: readonly [string, Left]) => `${path}:${line}: ${sentence}`

function sentencesOf(files: readonly EditedFile[], aside: ReadonlyMap<string, Left>): readonly string[] {
  const all = [...files.flatMap(({ path, left }) => left.map((one) => [path, one] as const)), ...aside]
  // In the order of files, which is that of their names.
  return all.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(sentenceOf)
}
