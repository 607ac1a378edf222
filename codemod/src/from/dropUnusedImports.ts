import type { ImportDeclaration } from 'ts-morph'
import type { EditedFile } from './EditedFile.js'
import { usesOf } from './imports.js'
import type { Kit } from './Kit.js'

/**
 * Takes out names that the app imports from elsewhere, where nothing uses them any more after the planned changes. Names that nothing
 * used before stay.
 */
export function dropUnusedImports(kit: Kit, file: EditedFile): void {
  for (const declaration of file.file.getImportDeclarations()) {
    const module = declaration.getModuleSpecifierValue()
    // Older compilers of JSX need React in each file, though nothing names it.
    if (kit.owns(module) || module === 'react') continue
    dropUnusedNames(file, declaration)
  }
}

function dropUnusedNames(file: EditedFile, declaration: ImportDeclaration): void {
  const whole = declaration.getDefaultImport() ?? declaration.getNamespaceImport()
  const names = declaration.getNamedImports()
  const kept = names.filter((name) => !isUnused(file, name.getAliasNode()?.getText() ?? name.getName()))
  const isWholeUnused = whole === undefined || isUnused(file, whole.getText())
  if (kept.length === 0 && isWholeUnused && (names.length > 0 || whole)) file.remove(declaration)
  else if (kept.length > 0 && kept.length < names.length)
    file.keepNames(
      declaration,
      kept.map((name) => name.getText()),
    )
}

function isUnused(file: EditedFile, name: string): boolean {
  const uses = usesOf(file.file, name)
  return uses.length > 0 && uses.every((use) => file.isEdited(use)) && !file.isWritten(name)
}
