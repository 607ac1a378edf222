import { type Account, accountId, type NamespaceContribution, type NetworkId } from '@latchkey/kernel/plugin'
import { type ApprovedSession, firstApproved, readApprovedSession } from '../approvedSession.js'
import { currentId } from '../namespaceDefaults.js'

/** What a session grants now, with what the wallet said is current. */
export interface SessionView {
  readonly approved: ApprovedSession
  readonly accounts: readonly Account[]
  readonly networks: Readonly<Record<string, NetworkId>>
  readonly approvedNetworks: Readonly<Record<string, readonly NetworkId[]>>
  /** Ids as the wallet wrote them, by current id: some still use the deprecated ones. */
  readonly writtenIds: ReadonlyMap<string, string>
}

export interface SessionViewOptions {
  /** Namespaces as the wallet settled them. */
  readonly granted: unknown
  /** Networks the wallet or the app made current, by namespace. */
  readonly chosen: ReadonlyMap<string, NetworkId>
  /** Addresses the wallet put first, by namespace. */
  readonly first: ReadonlyMap<string, string>
  /** The host's networks, the preferred one first. */
  readonly preferred: readonly NetworkId[]
  readonly namespaces: readonly NamespaceContribution[]
}

/** @throws WalletConnectError `SESSION_MALFORMED` */
export function viewSession(options: SessionViewOptions): SessionView {
  const { chosen, first, preferred, namespaces } = options
  const approved = readApprovedSession(options.granted)
  const listed = namespaces.filter(({ id }) => approved.namespaces[id])
  const networks: Record<string, NetworkId> = {}
  const approvedNetworks: Record<string, readonly NetworkId[]> = {}
  const accounts: Account[] = []
  for (const { id: namespace, isAddress, isSameAddress } of listed) {
    const granted = approved.namespaces[namespace]
    if (!granted) continue
    const own = { namespaces: { [namespace]: granted }, ignored: [] }
    const wished = preferred.find((id) => id.startsWith(`${namespace}:`))
    const network = chosen.get(namespace) ?? firstApproved(own, wished, preferred)
    if (network === undefined) continue
    networks[namespace] = network as NetworkId
    approvedNetworks[namespace] = granted.networkIds as readonly NetworkId[]
    const here = granted.accounts.filter(({ networkId }) => networkId === network)
    const leading = first.get(namespace)
    const rank = (address: string) => (leading !== undefined && isSameAddress(address, leading) ? 0 : 1)
    const ordered = [...here, ...granted.accounts]
      .filter(({ address }) => isAddress(address))
      .sort((left, right) => rank(left.address) - rank(right.address))
    const distinct = ordered.filter(
      ({ address }, index) => ordered.findIndex((other) => isSameAddress(other.address, address)) === index,
    )
    accounts.push(
      ...distinct.map(({ address, networkId }) => ({
        id: accountId(networkId as NetworkId, address),
        namespace,
        address,
        kind: kindOf(namespace, address),
      })),
    )
  }
  return { approved, accounts, networks, approvedNetworks, writtenIds: writtenIdsOf(options.granted) }
}

/** Taproot addresses hold ordinals, the others payments. */
function kindOf(namespace: string, address: string): Account['kind'] {
  if (namespace !== 'bip122') return 'eoa'
  return /^(bc|tb|bcrt)1p/i.test(address) ? 'ordinals' : 'payment'
}

function writtenIdsOf(granted: unknown): ReadonlyMap<string, string> {
  const lists = Object.values(granted as Record<string, { readonly accounts: readonly string[] }>)
  const ids = lists.flatMap(({ accounts }) => accounts.map((account) => account.split(':', 2).join(':')))
  const written = new Map<string, string>()
  for (const id of ids) if (written.get(currentId(id)) !== currentId(id)) written.set(currentId(id), id)
  return written
}
