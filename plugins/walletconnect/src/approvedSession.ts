import * as z from 'zod/mini'
import type { CaipAccount } from './caip.js'
import { isNamespaceId, namespaceOfChain, parseAccountId } from './caip.js'
import { WalletConnectError } from './errors.js'
import { currentId } from './namespaceDefaults.js'

/** Upper bounds for what a wallet may send; real sessions are far below. */
const longest = { text: 256, list: 2000, namespaces: 100 } as const

const list = z.array(z.string().check(z.maxLength(longest.text))).check(z.maxLength(longest.list))
const sessionNamespaces = z.record(
  z.string(),
  z.object({ accounts: list, methods: list, events: list, chains: z.optional(list) }),
)

/** What a wallet granted in one namespace. */
export interface ApprovedNamespace {
  /** In the wallet's order, deprecated network ids read as the current ones, no account twice. */
  readonly accounts: readonly CaipAccount[]
  /** CAIP-2 ids that have an account. */
  readonly networkIds: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export interface ApprovedSession {
  /** By CAIP-2 namespace; only those with an account. */
  readonly namespaces: Readonly<Record<string, ApprovedNamespace>>
  /** Accounts that were no CAIP-10 ids or stood in a foreign namespace; nothing is done with them. */
  readonly ignored: readonly string[]
}

/**
 * Reads the namespaces of a session a wallet settled. A key may be a namespace or a CAIP-2 id; several keys
 * of one namespace are merged. Unknown namespaces are kept: who uses them decides.
 *
 * @throws WalletConnectError `SESSION_MALFORMED` when it is not the shape of a session, or without end
 */
export function readApprovedSession(value: unknown): ApprovedSession {
  const parsed = sessionNamespaces.safeParse(value)
  if (!parsed.success || Object.keys(parsed.data).length > longest.namespaces) {
    throw new WalletConnectError(
      'SESSION_MALFORMED',
      'The wallet answered with a session that cannot be read.',
      {
        cause: parsed.error,
      },
    )
  }
  const namespaces = new Map<string, ApprovedNamespace>()
  const ignored: string[] = []
  for (const [key, granted] of Object.entries(parsed.data)) {
    const name = isNamespaceId(key) ? key : namespaceOfChain(key)
    const accounts = granted.accounts.map(parseAccountId)
    const own = accounts.filter((account) => account !== undefined && account.namespace === name)
    ignored.push(...granted.accounts.filter((_, index) => !own.includes(accounts[index])))
    if (name === undefined || own.length === 0) continue
    namespaces.set(name, merge(namespaces.get(name), own as CaipAccount[], granted))
  }
  return { namespaces: Object.fromEntries(namespaces), ignored }
}

/**
 * The network to make active: the wished one if it was approved, else the first approved one in the order of
 * `preferred` (the host's), else the first the wallet named. `undefined` when the wallet approved none.
 *
 * @param wished CAIP-2 id of the active network
 * @param preferred CAIP-2 ids of the host's networks
 */
export function firstApproved(
  session: ApprovedSession,
  wished: string | undefined,
  preferred: readonly string[],
): string | undefined {
  const approved = Object.values(session.namespaces).flatMap(({ networkIds }) => networkIds)
  const namespace = wished && namespaceOfChain(wished)
  const nearest = preferred.filter((id) => namespaceOfChain(id) === namespace)
  return [wished, ...nearest, ...preferred, ...approved].find(
    (id) => id !== undefined && approved.includes(id),
  )
}

function merge(
  earlier: ApprovedNamespace | undefined,
  accounts: readonly CaipAccount[],
  granted: { readonly methods: readonly string[]; readonly events: readonly string[] },
): ApprovedNamespace {
  const all = [...(earlier?.accounts ?? []), ...accounts.map(current)]
  const distinct = all.filter((account, index) => all.findIndex(({ id }) => id === account.id) === index)
  return {
    accounts: distinct,
    networkIds: [...new Set(distinct.map(({ networkId }) => networkId))],
    methods: [...new Set([...(earlier?.methods ?? []), ...granted.methods])],
    events: [...new Set([...(earlier?.events ?? []), ...granted.events])],
  }
}

function current(account: CaipAccount): CaipAccount {
  const networkId = currentId(account.networkId)
  return { ...account, networkId, id: `${networkId}:${account.address}` }
}
