import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { Project, SyntaxKind } from 'ts-morph'
import { sourceFiles } from '../sourceFiles.js'
import { EditedFile } from './EditedFile.js'
import type { Helper } from './helpers/Helper.js'
import { importedFrom, usesOf } from './imports.js'
import type { App, Kit } from './Kit.js'
import { relativeModule } from './kernelImport.js'

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

const source = /\.[cm]?[jt]sx?$/
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
  const files = openFiles(folder)
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
  const isLeft = files.map((file) => settleImports(kit, file, app)).includes(true)
  const changes = files
    .map((file) => ({ path: file.path, text: file.finish(), before: file.file.getFullText() }))
    .filter(({ text, before }) => text !== before)
  const written = [...helpers.values()].map(({ name, isMarkup, text }) => ({
    path: `${ownFolder}/${name}.${ending}${isMarkup ? 'x' : ''}`,
    text: ending === 'ts' ? text : withoutTypes(text),
  }))
  const fresh = written.filter(({ path }) => !existsSync(join(folder, path)))
  if (write) for (const { path, text } of [...changes, ...fresh]) writeText(join(folder, path), text)
  const isMoved = changes.length > 0 && !isLeft
  return {
    changed: [...changes, ...fresh].map(({ path }) => path).sort(),
    left: files.flatMap(({ path, left }) => left.map(({ line, sentence }) => `${path}:${line}: ${sentence}`)),
    needed: [...needed].sort(),
    unneeded: isMoved ? kit.packages : [],
  }
}

function openFiles(folder: string): readonly EditedFile[] {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } })
  return sourceFiles(folder, source)
    .filter((path) => !/\.d\.[cm]?ts$/.test(path))
    .map((path) => {
      const name = relative(folder, path).split(sep).join('/')
      return new EditedFile(project.createSourceFile(`/${name}`, readFileSync(path, 'utf8')), name)
    })
}

const mentionsKit = ({ packages, marks = [] }: Kit, text: string) =>
  [...packages, ...marks].some((mark) => text.includes(mark))

/**
 * Takes out the names of the kit that nothing uses any more, and its style sheets. Tells of each name that is still used.
 * Returns whether something of the kit stays.
 */
function settleImports(kit: Kit, file: EditedFile, app: App): boolean {
  let isLeft = leaveOtherImports(kit, file)
  const imported = importedFrom(file.file, kit.owns)
  for (const declaration of file.file.getImportDeclarations()) {
    const module = declaration.getModuleSpecifierValue()
    if (!kit.owns(module)) continue
    const style = kit.styles[module]
    if (style !== undefined) {
      const quote = declaration.getModuleSpecifier().getText().at(0)
      file.replace(declaration.getModuleSpecifier(), `${quote}${style}${quote}`)
      app.need(style.split('/', 2).join('/'))
      continue
    }
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
  const styles = others.filter((literal) => kit.styles[literal.getLiteralText()] !== undefined)
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

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
