import { type Node, SyntaxKind } from 'ts-morph'
import { type EditedFile, membersOf } from '../EditedFile.js'
import { importedFrom, stated, usesOf } from '../imports.js'
import type { ConfigRules, KitOptions } from '../wagmiConfig.js'
import { directoryIds } from './directoryIds.js'

type Owns = (module: string) => boolean

const taken = [
  'appName',
  'appDescription',
  'appUrl',
  'appIcon',
  'projectId',
  'wallets',
  'walletConnectParameters',
] as const

/** Wallets that the kernel has without a list of them. */
const covered = /^(?:injectedWallet|walletConnectWallet)$/

/** Reads `getDefaultConfig`, and `createConfig` with what `connectorsForWallets` returns. */
export function rainbowKitConfig(owns: Owns): ConfigRules {
  return {
    owns,
    maker: 'getDefaultConfig',
    takesConnectors: (file, connectors) => connectorsCall(file, connectors, owns) !== undefined,
    read(file, members) {
      const connectors = members.get('connectors')
      const call = connectors && connectorsCall(file, connectors, owns)
      const [list, second] = call?.getArguments() ?? [members.get('wallets')]
      const options = membersOf(second) ?? members
      if (call) removeStatement(file, call)
      const parameters = options.get('walletConnectParameters')
      if (parameters)
        file.leave(
          parameters,
          '`walletConnectParameters` was taken out. Give what you need of it to `walletConnect()`: `relayUrl`, `metadata`.',
        )
      return { ...readApp(options), featured: readWallets(file, list, owns) }
    },
  }
}

function readApp(options: ReadonlyMap<string, Node>): KitOptions {
  const text = (name: string) => options.get(name)?.getText()
  return {
    taken,
    projectId: text('projectId'),
    app: {
      name: text('appName'),
      description: text('appDescription'),
      url: text('appUrl'),
      icon: text('appIcon'),
    },
  }
}

/** The call of `connectorsForWallets` that a value is, or the name of. */
function connectorsCall({ file }: EditedFile, connectors: Node, owns: Owns) {
  const local = importedFrom(file, owns).find(({ name }) => name === 'connectorsForWallets')?.local
  const value =
    connectors.getKind() === SyntaxKind.Identifier ? stated(file, connectors.getText()) : connectors
  const call = value?.asKind(SyntaxKind.CallExpression)
  return call && local !== undefined && call.getExpression().getText() === local ? call : undefined
}

/** A list of connectors that nothing but the config uses goes. */
function removeStatement(file: EditedFile, call: Node): void {
  const declaration = call.getParentIfKind(SyntaxKind.VariableDeclaration)
  const statement = declaration?.getVariableStatement()
  if (!declaration || !statement) return
  // Its own name, and the one use in the config.
  const isShared = usesOf(file.file, declaration.getName()).length > 2 || statement.isExported()
  if (isShared || statement.getDeclarations().length > 1)
    file.leave(
      statement,
      'This list of connectors is used elsewhere too. Take it out where the config no longer needs it.',
    )
  else file.remove(statement)
}

/** Ids of the wallets in a list of groups, in its order. Names those that our list lacks. */
function readWallets(file: EditedFile, list: Node | undefined, owns: Owns): readonly string[] {
  if (!list) return []
  const names = new Map(importedFrom(file.file, owns).map(({ local, name }) => [local, name]))
  const groups = list.asKind(SyntaxKind.ArrayLiteralExpression)?.getElements() ?? [undefined]
  const wallets = groups.flatMap(
    (group) =>
      membersOf(group)?.get('wallets')?.asKind(SyntaxKind.ArrayLiteralExpression)?.getElements() ?? [
        undefined,
      ],
  )
  const ids: string[] = []
  for (const wallet of wallets) {
    const name = names.get(wallet?.getText() ?? '')
    const id = name === undefined ? undefined : directoryIds[name]
    if (id !== undefined) ids.push(id)
    else if (name === undefined || !covered.test(name))
      file.leave(
        wallet ?? list,
        wallet
          ? `\`${wallet.getText()}\` is not in our list of wallets. It is found when it is installed; describe it in \`walletDirectory({ custom })\` to list it for everybody.`
          : 'This list of wallets is not written out here. Name their ids in `walletDirectory({ featured })`.',
      )
  }
  return [...new Set(ids)]
}
