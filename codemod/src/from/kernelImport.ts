import { posix } from 'node:path'
import { SyntaxKind } from 'ts-morph'
import type { EditedFile } from './EditedFile.js'
import { attributesOf, openingsOf } from './jsx.js'
import type { App } from './Kit.js'

/**
 * Makes `kernel` a name of the file: where wagmi's provider takes its config from, the kernel stands too. Returns whether it
 * could.
 */
export function importKernel(app: App, file: EditedFile): boolean {
  if (app.kernels.has(file)) return true
  const [source] = app.kernels.keys()
  if (!source || app.kernels.size > 1) return false
  file.import(moduleOfConfig(app, file, source) ?? relativeModule(file, source), 'kernel')
  return true
}

/** The module that the config in `<WagmiProvider config={config}>` is imported from. */
function moduleOfConfig(app: App, { file }: EditedFile, source: EditedFile): string | undefined {
  const given = openingsOf(file, 'WagmiProvider')
    .flatMap((opening) => attributesOf(opening) ?? [])
    .find(({ name }) => name === 'config')?.value
  const name = given?.asKind(SyntaxKind.Identifier)?.getText()
  if (name === undefined || app.kernels.get(source) === undefined) return undefined
  return file
    .getImportDeclarations()
    .find(
      (declaration) =>
        declaration.getDefaultImport()?.getText() === name ||
        declaration
          .getNamedImports()
          .some((one) => (one.getAliasNode()?.getText() ?? one.getName()) === name),
    )
    ?.getModuleSpecifierValue()
}

/** Another file of the app as this one imports it, with the ending that its other imports have. */
export function relativeModule({ path, file }: EditedFile, target: { readonly path: string }): string {
  const relative = posix.relative(posix.dirname(path), target.path).replace(/\.[cm]?[jt]sx?$/, '')
  const endings = file
    .getImportDeclarations()
    .map((one) => /^\..*(\.[cm]?[jt]sx?)$/.exec(one.getModuleSpecifierValue())?.[1])
  const ending = endings.find((one) => one !== undefined)?.replace(/x$/, '') ?? ''
  return `${relative.startsWith('.') ? '' : './'}${relative}${ending}`
}
