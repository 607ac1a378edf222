import { isNamespaceId, namespaceOfChain, parseAccountId } from './caip.js'

export interface ProposalNamespace {
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface SessionNamespace extends ProposalNamespace {
  readonly accounts: readonly string[]
}

export type ProposalNamespaces = Readonly<Record<string, ProposalNamespace>>
export type SessionNamespaces = Readonly<Record<string, SessionNamespace>>

/** Why namespaces are refused, with the code of the WalletConnect specifications. */
export interface NamespaceProblem {
  readonly code: number
  readonly message: string
}

/** WalletConnect specifications, Sign namespaces, rules 1.x. `undefined` when all is well. */
export function validateProposalNamespaces(namespaces: ProposalNamespaces): NamespaceProblem | undefined {
  return firstProblem(Object.entries(namespaces), ([key, { chains }]) => {
    const isChainKey = namespaceOfChain(key) !== undefined
    if (!isChainKey && !isNamespaceId(key)) return problem(5104, 'Namespace formatting must match CAIP-2')
    if (isChainKey && !chains) return undefined
    if (!chains || chains.length === 0) return problem(5100, 'Chains must not be empty')
    if (chains.some((chain) => namespaceOfChain(chain) === undefined)) {
      return problem(5100, 'Chains must be CAIP-2 compliant')
    }
    const namespace = namespaceOfKey(key)
    if (chains.some((chain) => namespaceOfChain(chain) !== namespace)) {
      return problem(5100, 'Chains must be defined in matching namespace')
    }
    return undefined
  })
}

/**
 * WalletConnect specifications, Sign namespaces, rules 2.x: what a dapp checks before it accepts a session.
 * More than was asked for is allowed, less than was required is not.
 */
export function validateSessionNamespaces(
  required: ProposalNamespaces,
  session: SessionNamespaces,
): NamespaceProblem | undefined {
  return (
    firstProblem(Object.entries(session), ([key, { accounts }]) => {
      const namespace = namespaceOfKey(key)
      if (namespace === undefined) return problem(5104, 'Namespace formatting must match CAIP-2')
      if (accounts.length === 0) return problem(5001, 'Accounts must not be empty')
      const parsed = accounts.map(parseAccountId)
      if (parsed.includes(undefined)) return problem(5001, 'Accounts must be CAIP-10 compliant')
      if (parsed.some((account) => account?.namespace !== namespace)) {
        return problem(5103, 'Accounts must be defined in matching namespace')
      }
      return undefined
    }) ??
    firstProblem(Object.entries(required), ([key, proposal]) => unmetRequirement(key, proposal, session))
  )
}

/** Whether a session can serve these namespaces, so that no new one is needed. */
export function isSessionCompatible(session: SessionNamespaces, required: ProposalNamespaces): boolean {
  return validateSessionNamespaces(required, session) === undefined
}

function unmetRequirement(
  key: string,
  proposal: ProposalNamespace,
  session: SessionNamespaces,
): NamespaceProblem | undefined {
  const isChainKey = namespaceOfChain(key) !== undefined
  const granted = grantedFor(key, session)
  if (granted.length === 0) return problem(5000, 'All namespaces must be approved')
  const chains = proposal.chains ?? (isChainKey ? [key] : [])
  const accounts = granted.flatMap((namespace) => namespace.accounts.map(parseAccountId))
  if (chains.some((chain) => !accounts.some((account) => account?.networkId === chain))) {
    return problem(5001, 'All chains must have at least one account')
  }
  const lacks = (wanted: readonly string[], name: 'methods' | 'events') =>
    wanted.some((value) => !granted.some((namespace) => namespace[name].includes(value)))
  if (lacks(proposal.methods, 'methods')) return problem(5002, 'All methods must be approved')
  if (lacks(proposal.events, 'events')) return problem(5003, 'All events must be approved')
  return undefined
}

/** A chain may be granted under its own key or under its namespace. */
function grantedFor(key: string, session: SessionNamespaces): readonly SessionNamespace[] {
  const namespace = namespaceOfKey(key)
  return Object.entries(session).flatMap(([granted, value]) => {
    const serves = granted === key || granted === namespace || namespaceOfChain(granted) === key
    return serves ? [value] : []
  })
}

function namespaceOfKey(key: string): string | undefined {
  return isNamespaceId(key) ? key : namespaceOfChain(key)
}

function firstProblem<T>(
  values: readonly T[],
  check: (value: T) => NamespaceProblem | undefined,
): NamespaceProblem | undefined {
  for (const value of values) {
    const found = check(value)
    if (found) return found
  }
  return undefined
}

function problem(code: number, message: string): NamespaceProblem {
  return { code, message }
}
