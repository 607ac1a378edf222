import { relative } from 'node:path'
import { samplesOf } from './samples.js'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/sync'

/**
 * Account, network, provider and capability are joined by `Wallets` of the kernel, and nowhere else: a join made by hand
 * forgets a wallet that has left, a network that was switched, or what the wallet says it can't do.
 */
const checkedPaths =
  /^(?:kernel\/src|ui-react\/src|plugins\/[^/]+\/src|examples\/[^/]+\/(?:src|app)|e2e\/app)\//
/** The door itself; what capabilities are made of; the suites that try a capability without a wallet. */
const exceptions = /^kernel\/src\/(?:wallet\/|keys\/capability\.ts$|testing\/)/
/** Shows who is connected before the code that makes wallets is there, and on a server. It hands out no capability. */
const shownEarly = 'ui-react/src/hooks/useAccount.ts'
const tests = /\.test(?:-d)?\.tsx?$/

/** What a stranger writes against the packages. Where it needs a cast, a type of ours is wrong. */
const strangers = /^examples\/third-party-[^/]+\/src\//

export function isJoinPath(path: string): boolean {
  return checkedPaths.test(path) && path !== shownEarly && !exceptions.test(path) && !tests.test(path)
}

export interface Join {
  /** Relative to the root. */
  readonly path: string
  readonly line: number
  readonly problem: string
}

export interface JoinReport {
  /** How many files were looked at: none would mean that the paths have moved. */
  readonly files: number
  readonly joins: readonly Join[]
}

/** Every join of the project's files that is made outside the door. */
export function findJoins(root: string, config: string, isChecked = isJoinPath): JoinReport {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects()
    if (!project) throw new Error(`${config} could not be opened.`)
    const { program, checker } = project
    const files = program.getSourceFileNames().flatMap((fileName) => {
      const path = relative(root, fileName)
      const file = isChecked(path) ? program.getSourceFile(fileName) : undefined
      return file ? [{ path, file }] : []
    })
    const joins = files.flatMap(({ path, file }) =>
      [...joinsOf(file, checker), ...(strangers.test(path) ? castsOf(file) : [])].map(({ node, problem }) => {
        const line = file.text.slice(0, node.getStart(file)).split('\n').length
        return { path, line, problem }
      }),
    )
    return { files: files.length, joins }
  } finally {
    api.close()
  }
}

const sampleJoins =
  /\bfindCapability\(|\blist\(Namespace\)\s*\.(?:find|filter)|\bsession\.(?:provider|connection|activeAccount|activeConnection)\(/g

/** Joins that the samples of a Markdown document teach. */
export function findJoinsInSamples(path: string, document: string): readonly Join[] {
  return samplesOf(document).flatMap(({ module }) =>
    [...module.matchAll(sampleJoins)].map(({ index }) => ({
      path,
      line: module.slice(0, index).split('\n').length,
      problem: 'teaches a join: use wallets.active() with wallet.use(token) or wallet.provider(key)',
    })),
  )
}

interface Found {
  readonly node: Node
  readonly problem: string
}

/** The members of a node that are looked at, whichever kind it is. */
interface Parts {
  readonly text?: string
  readonly expression?: Node
  readonly name?: Node
  readonly initializer?: Node
  readonly type?: Node
  readonly properties?: readonly Node[]
  readonly arguments?: readonly Node[]
  readonly propertyName?: Node
  readonly left?: Node
  readonly operatorToken?: Node
  readonly argumentExpression?: Node
}

// The kind of a node says which of the parts are there.
const partsOf = (node: Node) => node as Parts

function joinsOf(file: Node, checker: Checker): readonly Found[] {
  const found: Found[] = []
  const asked = namesOfAsked(file)
  const halves: Partial<Record<Half, Node>> = {}
  const visit = (node: Node): void => {
    const problem = problemOf(node, checker, asked)
    if (problem !== undefined) found.push({ node, problem })
    for (const half of halvesOf(node, checker)) halves[half] ??= node
    if (node.kind === SyntaxKind.BinaryExpression && isAfterWallet(node))
      return visit(partsOf(node).left as Node)
    node.forEachChild(visit)
  }
  visit(file)
  const { active, account, network, activeNetwork } = halves
  const joined = (network && active) ?? (activeNetwork && (active ?? account))
  if (joined) {
    const problem =
      'joins an account and the active network: use useAccount().network, wallets.active() or wallets.follow()'
    found.push({ node: joined, problem })
  }
  return found
}

function castsOf(file: Node): readonly Found[] {
  const found: Found[] = []
  const visit = (node: Node): void => {
    const isConst = node.kind === SyntaxKind.AsExpression && partsOf(node).type?.getText() === 'const'
    if (casts.has(node.kind) && !isConst) {
      found.push({ node, problem: 'casts: a plugin of a stranger needs none' })
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

const casts: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.AsExpression,
  SyntaxKind.TypeAssertionExpression,
  SyntaxKind.NonNullExpression,
])

function problemOf(node: Node, checker: Checker, asked: ReadonlySet<string>): string | undefined {
  switch (node.kind) {
    case SyntaxKind.CallExpression:
      return problemOfCall(node, checker)
    case SyntaxKind.AsExpression:
    case SyntaxKind.TypeAssertionExpression:
      return isUncheckedProvider(partsOf(node).expression, checker)
        ? 'casts a provider: register the capability with its provider key, or use wallet.provider(key)'
        : undefined
    case SyntaxKind.ObjectLiteralExpression:
      return problemOfObject(node, asked) ?? problemOfSpread(node, checker)
    case SyntaxKind.ElementAccessExpression:
      return problemOfSplit(node, checker)
    case SyntaxKind.PropertyAccessExpression:
      return partsOf(partsOf(node).name as Node).text === 'capabilities' &&
        typeOf(partsOf(node).expression, checker) === 'NamespaceContribution'
        ? 'reads the capabilities of a namespace: use wallet.use(token) or wallets.chain(networkId, token)'
        : undefined
    default:
      return undefined
  }
}

/** Ways to look for one thing in a list. */
const searches = ['find', 'findLast', 'findIndex', 'findLastIndex', 'filter', 'at']

function problemOfCall(node: Node, checker: Checker): string | undefined {
  const { expression: called } = partsOf(node)
  const name = nameOf(called)
  if (!called || name === undefined) return undefined
  if (name === 'findCapability') {
    return 'looks for a capability: use wallet.use(token) or wallets.chain(networkId, token)'
  }
  if (called.kind !== SyntaxKind.PropertyAccessExpression) return undefined
  const owner = () => typeOf(partsOf(called).expression, checker)
  if (searches.includes(name)) {
    const item = /^(?:readonly )?(\w+)\[\]$/.exec(owner())?.[1]
    if (item === 'NamespaceContribution') return 'looks for a namespace: use wallets.namespace(id)'
    if (item === 'Capability') {
      return 'looks for a capability: use wallet.use(token) or wallets.chain(networkId, token)'
    }
  }
  if (/^find/.test(name) && /^(?:readonly )?ConnectionRecord\[\]$/.test(owner())) {
    return 'looks for a connection: use wallets.find(target) or wallets.active()'
  }
  if (/^active(?:Account|Connection)$/.test(name) && takesNamespaceOf(node) && owner() === 'SessionService') {
    return 'joins an account and what is active in its namespace: use wallets.find(target)'
  }
  if (name === 'connection' && /^(?:SessionService|SessionController)$/.test(owner())) {
    return 'asks for the connection itself: use wallets.find(target) or wallets.active()'
  }
  if (name === 'provider' && /^(?:Connection|SessionService|SessionController)$/.test(owner())) {
    return 'asks for a provider without its wallet: use wallet.provider(key)'
  }
  return undefined
}

/** `f(x.namespace)` */
function takesNamespaceOf(node: Node): boolean {
  const [argument] = partsOf(node).arguments ?? []
  return argument?.kind === SyntaxKind.PropertyAccessExpression && nameOf(argument) === 'namespace'
}

/** An object that is what the door fills in, or what it is asked for. A chain that passes its request on joins nothing. */
function problemOfObject(node: Node, asked: ReadonlySet<string>): string | undefined {
  const members = new Map(
    (partsOf(node).properties ?? []).map((property) => [nameOf(partsOf(property).name), property] as const),
  )
  const has = (...wanted: readonly string[]) => wanted.every((name) => members.has(name))
  const provider = members.get('provider')
  const value = provider && (partsOf(provider).initializer ?? partsOf(provider).name)
  const isAsked = value && (asksForProvider(value) || asked.has(nameOf(value) ?? ''))
  if (isAsked && has('networkId') && (has('account') || has('from'))) {
    return 'fills in account, network and provider: use wallet.use(token), which does'
  }
  if (has('namespace', 'connectionId', 'address', 'networkId')) {
    return 'makes a target by hand: keep wallet.target'
  }
  return undefined
}

const targetMembers = ['namespace', 'connectionId', 'address', 'networkId']

/** `{ ...wallet.target, networkId }`: the account of one wallet on another network. Only the door may be asked for that. */
function problemOfSpread(node: Node, checker: Checker): string | undefined {
  const properties = partsOf(node).properties ?? []
  const isOther = properties.some((property) => targetMembers.includes(nameOf(partsOf(property).name) ?? ''))
  const spreads = properties.filter(({ kind }) => kind === SyntaxKind.SpreadAssignment)
  const isTarget = spreads.some((spread) => typeOf(partsOf(spread).expression, checker) === 'WalletTarget')
  return isOther && isTarget && !isQuestion(node, checker)
    ? 'changes a target by hand: ask wallets.find({ ...target, networkId }) and keep its target'
    : undefined
}

/** `wallets.find({ … })` */
function isQuestion({ parent }: Node, checker: Checker): boolean {
  if (parent?.kind !== SyntaxKind.CallExpression) return false
  const { expression } = partsOf(parent)
  return (
    nameOf(expression) === 'find' &&
    typeOf(expression && partsOf(expression).expression, checker) === 'WalletsService'
  )
}

/** `id.split(':')[0]` of an id of CAIP-2 or CAIP-10. */
function problemOfSplit(node: Node, checker: Checker): string | undefined {
  const { expression: called, argumentExpression: index } = partsOf(node)
  if (called?.kind !== SyntaxKind.CallExpression || index?.getText() !== '0') return undefined
  const { expression: split } = partsOf(called)
  if (nameOf(split) !== 'split' || !split) return undefined
  const owner = typeOf(partsOf(split).expression, checker)
  return /^(?:NetworkId|AccountId|`\$\{string\}:.*`)$/.test(owner)
    ? 'takes a namespace out of an id by hand: use namespaceOf(id) or wallets.namespace(id)'
    : undefined
}

/** What a file calls the providers that it has asked for. */
function namesOfAsked(file: Node): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    const { name, initializer } = partsOf(node)
    if (node.kind === SyntaxKind.VariableDeclaration && initializer && asksForProvider(initializer)) {
      for (const own of name ? namesIn(name) : []) names.add(own)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return names
}

/** The names that a declaration gives, also in a pattern. */
function namesIn(node: Node): readonly string[] {
  const own = node.kind === SyntaxKind.Identifier ? [partsOf(node).text ?? ''] : []
  node.forEachChild((child) => void own.push(...namesIn(child)))
  return own
}

/** `connection.provider(…)`, `session.provider(…)`, `useProvider(…)`, alone or within something. */
function asksForProvider(node: Node): boolean {
  const name = node.kind === SyntaxKind.CallExpression ? nameOf(partsOf(node).expression) : undefined
  if (name === 'provider' || name === 'useProvider') return true
  let isWithin = false
  node.forEachChild((child) => {
    isWithin ||= asksForProvider(child)
  })
  return isWithin
}

/**
 * What a file must not put together by itself: who is active with what a network is, and an account that it was given
 * with the network that is active now. A wallet and an account of `useAccount` know their own network.
 */
type Half = 'active' | 'account' | 'network' | 'activeNetwork'

const halvesOfHooks: Readonly<Record<string, readonly Half[]>> = {
  useAccount: ['active'],
  useWallet: ['account'],
  useNetwork: ['network', 'activeNetwork'],
  useActiveNetwork: ['network', 'activeNetwork'],
}

/** Members that tell of what is active, by the service they belong to. */
const halvesOfMembers: Readonly<Record<string, Readonly<Record<string, readonly Half[]>>>> = {
  SessionService: { activeAccount: ['active'], activeConnection: ['active'] },
  WalletsService: { active: ['account'], list: ['account'], follow: ['account'] },
  NetworksService: { active: ['network', 'activeNetwork'], find: ['network'] },
}

/** States that hold what is active. */
const halvesOfStates: Readonly<Record<string, readonly Half[]>> = {
  SessionState: ['account'],
  NetworksState: ['network', 'activeNetwork'],
}

function halvesOf(node: Node, checker: Checker): readonly Half[] {
  const { expression, name, propertyName } = partsOf(node)
  switch (node.kind) {
    case SyntaxKind.TypeReference:
      return node.getText() === 'Account' ? ['account'] : []
    case SyntaxKind.CallExpression:
      return expression?.kind === SyntaxKind.Identifier ? (halvesOfHooks[nameOf(expression) ?? ''] ?? []) : []
    case SyntaxKind.BindingElement:
      return nameOf(propertyName ?? name) === 'state' ? (halvesOfStates[typeOf(name, checker)] ?? []) : []
    case SyntaxKind.PropertyAccessExpression: {
      const member = nameOf(name) ?? ''
      if (member === 'state') return halvesOfStates[typeOf(node, checker)] ?? []
      return members.has(member) ? (halvesOfMembers[typeOf(expression, checker)]?.[member] ?? []) : []
    }
    default:
      return []
  }
}

const members = new Set(Object.values(halvesOfMembers).flatMap((own) => Object.keys(own)))

/** `wallet?.networkId ?? …`: what follows is of an app without a wallet, and joins nothing. */
function isAfterWallet(node: Node): boolean {
  const { left, operatorToken } = partsOf(node)
  return operatorToken?.kind === SyntaxKind.QuestionQuestionToken && nameOf(left) === 'networkId'
}

/** `provider`, `x.provider`, `evmProvider`, or a call that returns one, where nobody has looked at what it is. */
function isUncheckedProvider(node: Node | undefined, checker: Checker): boolean {
  if (!node) return false
  if (node.kind === SyntaxKind.ParenthesizedExpression) {
    return isUncheckedProvider(partsOf(node).expression, checker)
  }
  if (node.kind === SyntaxKind.CallExpression && nameOf(partsOf(node).expression) === 'provider') return true
  return /provider$/i.test(nameOf(node) ?? '') && /^(?:unknown|any|\{\})$/.test(typeOf(node, checker))
}

/** `a` of `a`, `b` of `a.b`, also in parentheses. */
function nameOf(node: Node | undefined): string | undefined {
  if (!node) return undefined
  const { text, name, expression } = partsOf(node)
  if (node.kind === SyntaxKind.Identifier || node.kind === SyntaxKind.StringLiteral) return text
  if (node.kind === SyntaxKind.PropertyAccessExpression) return nameOf(name)
  return node.kind === SyntaxKind.ParenthesizedExpression ? nameOf(expression) : undefined
}

/** The name of a node's type, without `undefined` and without what was picked of it. */
function typeOf(node: Node | undefined, checker: Checker): string {
  const type = node && checker.getTypeAtLocation(node)
  const whole = type && (checker.getNonNullableType(type) ?? type)
  const name = whole ? checker.typeToString(whole) : ''
  return /^Pick<(\w+),/.exec(name)?.[1] ?? name
}
