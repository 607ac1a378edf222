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

/** Members whose names are their own, whatever else has the same name. */
const memberKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.PropertySignature,
  SyntaxKind.MethodSignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.EnumMember,
])

function isUse(node: Identifier): boolean {
  const parent = node.getParent()
  if (memberKinds.has(parent.getKind()) && isNameOf(node, parent)) return false
  if (node.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)) return false
  const exported = parent.asKind(SyntaxKind.ExportSpecifier)
  if (exported && (exported.getNameNode() !== node || exported.getExportDeclaration().hasModuleSpecifier()))
    return false
  if (parent.asKind(SyntaxKind.QualifiedName)?.getRight() === node) return false
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

/** The syntax that names something in its file, in any scope. */
const declarationKinds: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.BindingElement,
  SyntaxKind.Parameter,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.ImportClause,
  SyntaxKind.NamespaceImport,
  SyntaxKind.ImportEqualsDeclaration,
])

/** Where a file declares a name by itself, or imports it otherwise than by its name. */
export function declarationsOf(file: SourceFile, name: string): readonly Identifier[] {
  return file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .filter((node) => node.getText() === name && declarationKinds.has(node.getParent().getKind()))
    .filter((node) => isNameOf(node, node.getParent()))
}

function isNameOf(node: Identifier, parent: Node): boolean {
  const named = parent.compilerNode as { readonly name?: unknown }
  return named.name === node.compilerNode
}
