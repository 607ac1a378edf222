import { type Identifier, type ImportSpecifier, type Node, type SourceFile, SyntaxKind } from 'ts-morph'

/** A name that a file imports by `import { name as local }`. */
export interface Imported {
  readonly module: string
  readonly name: string
  readonly local: string
  readonly specifier: ImportSpecifier
}

export function importedFrom(file: SourceFile, owns: (module: string) => boolean): readonly Imported[] {
  return file.getImportDeclarations().flatMap((declaration) => {
    const module = declaration.getModuleSpecifierValue()
    if (!owns(module)) return []
    return declaration.getNamedImports().map((specifier) => ({
      module,
      name: specifier.getName(),
      local: specifier.getAliasNode()?.getText() ?? specifier.getName(),
      specifier,
    }))
  })
}

/** The local name of what a module exports, if the file imports it. */
export function localName(
  file: SourceFile,
  owns: (module: string) => boolean,
  name: string,
): string | undefined {
  return importedFrom(file, owns).find((one) => one.name === name)?.local
}

/** Where a name is used as a value or type: not in imports, not as a member's, an attribute's or a key's name. */
export function usesOf(file: SourceFile, local: string): readonly Identifier[] {
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((node) => node.getText() === local && isUse(node))
}

function isUse(node: Identifier): boolean {
  const parent = node.getParent()
  if (node.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)) return false
  const property = parent.asKind(SyntaxKind.PropertyAccessExpression)
  if (property && property.getNameNode() === node) return false
  const key: Node | undefined = parent.asKind(SyntaxKind.PropertyAssignment)?.getNameNode()
  if (key === node || parent.getKind() === SyntaxKind.JsxAttribute) return false
  const binding = parent.asKind(SyntaxKind.BindingElement)
  // `{ openModal: own }` of an object, which has a name of its own.
  return binding?.getPropertyNameNode() !== node
}

/** The value of a name that is stated at the top of the file: `const name = value`. */
export function stated(file: SourceFile, name: string): Node | undefined {
  return file.getVariableDeclaration(name)?.getInitializer()
}

/** Whether nothing in the file has this name yet. */
export function isFree(file: SourceFile, name: string): boolean {
  return !file.getDescendantsOfKind(SyntaxKind.Identifier).some((node) => node.getText() === name)
}
