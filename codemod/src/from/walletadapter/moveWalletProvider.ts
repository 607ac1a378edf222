import { type Node, SyntaxKind } from 'ts-morph'
import type { EditedFile } from '../EditedFile.js'
import { solanaKernel } from '../helpers/solanaWallet.js'
import { localName, stated, usesOf } from '../imports.js'
import { type Attribute, attributesOf, isFalse, literalText, openingsOf, renameTag, unwrap } from '../jsx.js'
import type { App } from '../Kit.js'

type Owns = (module: string) => boolean

/** Makes `KernelProvider` of `WalletProvider`, with a kernel in a file of the app's own, and takes the modal's provider out. */
export function moveWalletProvider(app: App, file: EditedFile, owns: Owns): void {
  const modal = localName(file.file, owns, 'WalletModalProvider')
  for (const opening of modal === undefined ? [] : openingsOf(file.file, modal)) unwrap(file, opening)
  const local = localName(file.file, owns, 'WalletProvider')
  for (const opening of local === undefined ? [] : openingsOf(file.file, local)) {
    const attributes = attributesOf(opening)
    if (!attributes) {
      file.leave(opening, `\`<${local}>\` spreads its attributes. Write them out, and run this again.`)
      continue
    }
    app.help(file, solanaKernel(networkOf(app, file, opening), endpointOf(file, owns, opening)))
    renameTag(file, opening, 'KernelProvider', ['kernel={kernel}'])
    file.import('@latchkey/ui-react', 'KernelProvider')
    for (const attribute of attributes) moveAttribute(file, attribute)
  }
}

const networks: Readonly<Record<string, string>> = {
  'mainnet-beta': 'solanaMainnet',
  Mainnet: 'solanaMainnet',
  devnet: 'solanaDevnet',
  Devnet: 'solanaDevnet',
  testnet: 'solanaTestnet',
  Testnet: 'solanaTestnet',
}

/** The network that the app's sources name. */
function networkOf(app: App, file: EditedFile, opening: Node): string {
  const named = /\bclusterApiUrl\(\s*['"`]([\w-]+)['"`]|\bWalletAdapterNetwork\.(\w+)/g
  const found = new Set(
    app.files.flatMap((one) =>
      Array.from(
        one.file.getFullText().matchAll(named),
        ([, cluster, member]) => networks[cluster ?? member ?? ''],
      ),
    ),
  )
  const [network] = found
  if (found.size === 1 && network !== undefined) return network
  file.leave(
    opening,
    'The kernel lists Solana’s main network, because the sources do not name one. State your networks in `latchkey/kernel`: `solanaDevnet`, `solanaTestnet`, or your own by `defineSolanaNetwork`.',
  )
  return 'solanaMainnet'
}

/** The endpoint of `ConnectionProvider`, as text for another file. Nothing where the network's public one is meant. */
function endpointOf(file: EditedFile, owns: Owns, opening: Node): string | undefined {
  const local = localName(file.file, owns, 'ConnectionProvider')
  const given = (local === undefined ? [] : openingsOf(file.file, local))
    .flatMap((one) => attributesOf(one) ?? [])
    .find(({ name }) => name === 'endpoint')?.value
  const value =
    given?.getKind() === SyntaxKind.Identifier ? (stated(file.file, given.getText()) ?? given) : given
  if (literalText(value) !== undefined) return value?.getText()
  // A choice between an endpoint of the app's own and the public one is the app's.
  const isPublic = /^(?:useMemo\(\s*\(\)\s*=>\s*)?clusterApiUrl\(/.test(textOf(file, value))
  if (!isPublic)
    file.leave(
      opening,
      'The kernel asks the network’s public endpoint. Give it yours in `latchkey/kernel`: `rpcUrls`.',
    )
  return undefined
}

/** A value as it is written, also where a component's own variable holds it. */
function textOf({ file }: EditedFile, value: Node | undefined): string {
  const name = value?.asKind(SyntaxKind.Identifier)?.getText()
  const declarations = name === undefined ? [] : file.getDescendantsOfKind(SyntaxKind.VariableDeclaration)
  const declared = declarations.find((one) => one.getName() === name)?.getInitializer()
  return (declared ?? value)?.getText() ?? ''
}

function moveAttribute(file: EditedFile, attribute: Attribute): void {
  const { name, node, value } = attribute
  if (name === 'children' || name === 'key') return
  file.remove(node)
  if (name === 'autoConnect' && !isFalse(attribute)) {
    if (value !== undefined && value.getText() !== 'true')
      file.leave(node, '`autoConnect` was taken out. Decide by `enableReconnect` of `createKernel`.')
    return
  }
  if (name === 'wallets') return removeWallets(file, value)
  file.leave(node, `\`${name}\` was taken out. ${advice[name] ?? 'We know no counterpart.'}`)
}

const advice: Readonly<Record<string, string>> = {
  autoConnect: 'Give `enableReconnect: false` to `createKernel`.',
  localStorageKey: 'Give `createKernel` an `id`, which begins each of its storage keys.',
  onError: 'Errors are shown in the modal; `useEvents()` of @latchkey/ui-react tells of them.',
}

/** Adapters of single wallets: those that speak the Wallet Standard are found without. */
function removeWallets(file: EditedFile, value: Node | undefined): void {
  const isEmpty = (node: Node | undefined) => /^\[\s*\]$|=>\s*\[\s*\]/.test(node?.getText() ?? '')
  const name = value?.asKind(SyntaxKind.Identifier)?.getText()
  if (name === undefined) {
    if (!isEmpty(value) && value) leaveAdapters(file, value)
    return
  }
  const [declaration] = file.file
    .getDescendantsOfKind(SyntaxKind.VariableDeclaration)
    .filter((one) => one.getName() === name)
  const statement = declaration?.getVariableStatement()
  // Its own name, and the attribute.
  const isOnlyHere = usesOf(file.file, name).length === 2 && statement?.getDeclarations().length === 1
  if (declaration && !isEmpty(declaration.getInitializer())) leaveAdapters(file, declaration)
  if (statement && isOnlyHere && !statement.isExported()) file.remove(statement)
}

function leaveAdapters(file: EditedFile, node: Node): void {
  file.leave(
    node,
    'These adapters were taken out. Wallets that speak the Wallet Standard are found by themselves; an older one that doesn’t has no counterpart.',
  )
}
