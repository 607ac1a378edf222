import { type CallExpression, type Node, SyntaxKind, type VariableDeclaration } from 'ts-morph'
import { type EditedFile, membersOf } from './EditedFile.js'
import { importedFrom, isFree, localName, stated } from './imports.js'
import type { App } from './Kit.js'

/** A kit's own options, as text to be written. */
export interface KitOptions {
  /** The members of the call that are no longer wagmi's. */
  readonly taken: readonly string[]
  /** The project id of WalletConnect. */
  readonly projectId?: string | undefined
  readonly app: Readonly<Record<'name' | 'description' | 'url' | 'icon', string | undefined>>
  /** Ids for `walletDirectory({ featured })`. Absent where the kit lists no wallets beside those of the page. */
  readonly featured?: readonly string[] | undefined
}

export interface ConfigRules {
  owns(module: string): boolean
  /** The kit's function that makes a config, or its options. */
  readonly maker?: string
  /** Reads the kit's own members of a call. */
  read(file: EditedFile, members: ReadonlyMap<string, Node>): KitOptions
  /** Whether connectors that the app lists are the kit's, so that one of ours takes their place. */
  takesConnectors(file: EditedFile, connectors: Node): boolean
}

const isWagmi = (module: string) => module === 'wagmi' || module === '@wagmi/core'

/** Writes a kernel before each wagmi config of the app, and makes the kernel's connector the config's only one. */
export function moveWagmiConfigs(app: App, rules: ConfigRules): void {
  for (const file of app.files) {
    for (const { call, members } of findConfigs(file, rules)) {
      const declaration = call.getFirstAncestorByKind(SyntaxKind.VariableDeclaration)
      if (!declaration || declaration.getInitializer() !== call || !isAtTop(declaration)) {
        file.leave(
          call,
          'This config is not a `const` at the top of its module. Make it one, so that a kernel can stand beside it, and run this again.',
        )
      } else if (!members) {
        file.leave(
          call,
          'The options of this config are not written out here. Write them into the call, and run this again.',
        )
      } else {
        moveConfig(app, file, rules, { call, declaration, members })
      }
    }
  }
}

const isAtTop = (declaration: VariableDeclaration) =>
  declaration.getVariableStatement()?.getParent().getKind() === SyntaxKind.SourceFile

interface FoundConfig {
  readonly call: CallExpression
  readonly members: ReadonlyMap<string, Node> | undefined
}

function findConfigs({ file }: EditedFile, { owns, maker }: ConfigRules): readonly FoundConfig[] {
  const create = localName(file, isWagmi, 'createConfig')
  const own = maker === undefined ? undefined : localName(file, owns, maker)
  const calls = file.getDescendantsOfKind(SyntaxKind.CallExpression)
  const callee = (call: CallExpression) => call.getExpression().getText()
  return calls
    .filter((call) => [create, own].includes(callee(call)))
    .filter((call) => !call.getParentIfKind(SyntaxKind.CallExpression))
    .map((call) => {
      const inner = call.getArguments()[0]?.asKind(SyntaxKind.CallExpression)
      const isInner = inner !== undefined && own !== undefined && callee(inner) === own
      return { call, members: membersOf((isInner ? inner : call).getArguments()[0]) }
    })
}

interface Config {
  readonly call: CallExpression
  readonly declaration: VariableDeclaration
  readonly members: ReadonlyMap<string, Node>
}

function moveConfig(app: App, file: EditedFile, rules: ConfigRules, config: Config): void {
  const { call, declaration, members } = config
  const connectors = members.get('connectors')
  // From an earlier run, after which a person mended the rest.
  if (connectors?.getText().includes('latchkeyConnector(kernel)'))
    return void app.kernels.set(file, { configName: declaration.getName() })
  if (app.kernels.size > 0)
    return file.leave(
      call,
      'Another config has a kernel already. Keep one config, or make a second kernel by hand.',
    )
  if (connectors && !rules.takesConnectors(file, connectors))
    return file.leave(
      connectors,
      'These connectors are the app’s own. Take them out of the config, because the kernel finds wallets by itself, and run this again.',
    )
  const written = writeLists(file, members)
  if (typeof written === 'string') return file.leave(call, written)
  const options = rules.read(file, members)
  const kept = [...members].filter(
    ([name]) =>
      !options.taken.includes(name) &&
      !['chains', 'transports', 'connectors', 'multiInjectedProviderDiscovery'].includes(name),
  )
  const lines = [...written.statements, kernelStatement(app, file, options, written), '']
  const statement = declaration.getVariableStatement()
  if (statement) file.insertBefore(statement, lines.join('\n'))
  const member = (name: string, text: string) => (name === text ? `  ${name},` : `  ${name}: ${text},`)
  file.replace(
    call,
    [
      'createConfig({',
      member('chains', written.chains),
      member('transports', written.transports),
      '  connectors: [latchkeyConnector(kernel)],',
      '  multiInjectedProviderDiscovery: false,',
      ...kept.map(([name, value]) => member(name, value.getText())),
      '})',
    ].join('\n'),
  )
  const wagmi = importedFrom(file.file, isWagmi)[0]?.module ?? 'wagmi'
  file.import(wagmi, 'createConfig')
  if (written.needsHttp) file.import(wagmi, 'http')
  app.kernels.set(file, { configName: declaration.getName() })
}

interface Lists {
  /** Statements before the kernel. */
  readonly statements: readonly string[]
  readonly chains: string
  readonly transports: string
  readonly needsHttp: boolean
}

/** The chains and transports as names that both the kernel and the config can take. Returns a sentence where that fails. */
function writeLists(file: EditedFile, members: ReadonlyMap<string, Node>): Lists | string {
  if (members.has('client'))
    return 'This config makes clients of its own. Give it `transports` in place of `client`, and run this again.'
  const given = members.get('chains')
  if (!given) return 'This config names no chains. Write `chains`, and run this again.'
  if (!isFree(file.file, 'kernel'))
    return 'The name `kernel` is taken in this file. Give it another name, and run this again.'
  const statements: string[] = []
  const name = (value: Node, wanted: string, suffix: string) => {
    if (value.getKind() === SyntaxKind.Identifier) return value.getText()
    const free = file.file.getVariableDeclaration(wanted) ? `${wanted}OfApp` : wanted
    statements.push(`const ${free} = ${value.getText()}${suffix}`)
    return free
  }
  const asConst = file.isTyped && given.getKind() === SyntaxKind.ArrayLiteralExpression ? ' as const' : ''
  const chains = name(given, 'chains', asConst)
  const transports = members.get('transports')
  if (transports)
    return { chains, transports: name(transports, 'transports', ''), statements, needsHttp: false }
  const list = namesIn(given.asKind(SyntaxKind.ArrayLiteralExpression) ?? stated(file.file, given.getText()))
  if (list === undefined)
    return 'The chains are not a plain list, so their transports can’t be written. Write `transports`, and run this again.'
  const entries = [...new Set(list)].map((name) => `  [${name}.id]: http(),`)
  statements.push(`const transports = {\n${entries.join('\n')}\n}`)
  return { chains, transports: 'transports', statements, needsHttp: true }
}

/**
 * The names in a list: `[mainnet, base]`, also with some that are listed by a condition: `...(isTest ? [sepolia] : [])`. Undefined where
 * it holds anything else.
 */
function namesIn(given: Node | undefined): readonly string[] | undefined {
  const value = withoutWrapping(given)
  const choice = value?.asKind(SyntaxKind.ConditionalExpression)
  if (choice) return joined([choice.getWhenTrue(), choice.getWhenFalse()].map(namesIn))
  return joined(
    value
      ?.asKind(SyntaxKind.ArrayLiteralExpression)
      ?.getElements()
      .map((element) => {
        const spread = element.asKind(SyntaxKind.SpreadElement)
        if (spread) return namesIn(spread.getExpression())
        return /^(?:Identifier|PropertyAccessExpression)$/.test(element.getKindName())
          ? [element.getText()]
          : undefined
      }),
  )
}

/** Reads the value inside `(…)`, `… as const` and `… satisfies …`. */
function withoutWrapping(node: Node | undefined): Node | undefined {
  const inner =
    node?.asKind(SyntaxKind.ParenthesizedExpression) ??
    node?.asKind(SyntaxKind.AsExpression) ??
    node?.asKind(SyntaxKind.SatisfiesExpression)
  return inner ? withoutWrapping(inner.getExpression()) : node
}

const joined = (
  lists: readonly (readonly string[] | undefined)[] | undefined,
): readonly string[] | undefined => (lists?.every((list) => list !== undefined) ? lists.flat() : undefined)

function kernelStatement(app: App, file: EditedFile, options: KitOptions, lists: Lists): string {
  const pair = (name: string, text: string) => (name === text ? name : `${name}: ${text}`)
  const networks = `wagmiNetworks({ ${pair('chains', lists.chains)}, ${pair('transports', lists.transports)} })`
  const plugins = [`eip155(${networks})`]
  file.import('@latchkey/kernel', 'createKernel')
  file.import('@latchkey/plugin-eip155', 'eip155')
  file.import('@latchkey/plugin-eip155/wagmi', 'latchkeyConnector')
  file.import('@latchkey/plugin-eip155/wagmi', 'wagmiNetworks')
  for (const name of ['kernel', 'ui-react', 'plugin-eip155']) app.need(`@latchkey/${name}`)
  // wagmi 2 brings valtio 1 along, and npm then takes a bare name for that one.
  app.need('valtio@2')
  if (options.projectId !== undefined) {
    plugins.push(`walletConnect({ ${pair('projectId', options.projectId)} })`)
    file.import('@latchkey/plugin-walletconnect/react', 'walletConnect')
    app.need('@latchkey/plugin-walletconnect')
  }
  if (options.featured) {
    const ids = options.featured.map((id) => `'${id}'`).join(', ')
    plugins.push(ids === '' ? 'walletDirectory()' : `walletDirectory({ featured: [${ids}] })`)
    file.import('@latchkey/plugin-wallet-directory/react', 'walletDirectory')
    app.need('@latchkey/plugin-wallet-directory')
  }
  const { name, description, url, icon } = options.app
  const facts = Object.entries({ name, description, url, icons: icon && `[${icon}]` }).flatMap(
    ([key, text]) => (text === undefined ? [] : [pair(key, text)]),
  )
  const second = facts.length === 0 ? '' : `, { app: { ${facts.join(', ')} } }`
  return `\nexport const kernel = createKernel([\n${plugins.map((text) => `  ${text},`).join('\n')}\n]${second})\n`
}
