import type { Account, NamespaceContribution, NetworkId } from '@latchkey/kernel/plugin'
import { accountId, type AccountKind, namespaceOf } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { type ApprovedSession, firstApproved, readApprovedSession } from '../approvedSession.js'
import { currentId } from '../namespaceDefaults.js'
import { waysToAsk } from './waysToAsk.js'

/** What a session grants now, with what the wallet said is current. */
export interface SessionView {
  readonly approved: ApprovedSession
  readonly accounts: readonly Account[]
  readonly networks: Readonly<Record<string, NetworkId>>
  /** Networks with an account, by namespace: those the wallet can be asked on. */
  readonly grantedNetworks: Readonly<Record<string, readonly NetworkId[]>>
  /** As the kernel is told: no list where the wallet may be asked for any network. */
  readonly approvedNetworks: Readonly<Record<string, readonly NetworkId[] | undefined>>
  /** Ids as the wallet wrote them, by current id: some still use the deprecated ones. */
  readonly writtenIds: ReadonlyMap<string, string>
}

export interface SessionViewOptions {
  /** Namespaces as the wallet settled them. */
  readonly granted: unknown
  /** Current networks so far, by namespace. Each stays while it is granted. */
  readonly current: Readonly<Record<string, NetworkId>>
  /** Networks the wallet or the app wants to be current, by namespace. Each becomes so once it is granted. */
  readonly wished: ReadonlyMap<string, NetworkId>
  /** Addresses the wallet put first, by namespace. */
  readonly first: ReadonlyMap<string, string>
  /** The host's networks, the preferred one first. */
  readonly preferred: readonly NetworkId[]
  readonly namespaces: readonly NamespaceContribution[]
  readonly wallets: Pick<WalletsService, 'chain'>
  /** What kind of account an address is, as its namespace says. */
  kindOf(namespace: string, address: string): AccountKind
}

/** @throws WalletConnectError `SESSION_MALFORMED` */
export function viewSession(options: SessionViewOptions): SessionView {
  const { current, wished, first, preferred, namespaces, wallets } = options
  const approved = readApprovedSession(options.granted)
  const networks: Record<string, NetworkId> = {}
  const grantedNetworks: Record<string, readonly NetworkId[]> = {}
  const approvedNetworks: Record<string, readonly NetworkId[] | undefined> = {}
  const accounts: Account[] = []
  for (const contribution of namespaces) {
    const { id: namespace, isAddress, isSameAddress } = contribution
    const settled = approved.namespaces[namespace]
    if (!settled) continue
    const granted = settled.accounts.filter(({ address }) => isAddress(address))
    const ids = [...new Set(granted.map(({ networkId }) => networkId as NetworkId))]
    const own = { namespaces: { [namespace]: { ...settled, networkIds: ids } }, ignored: [] }
    const wish = [wished.get(namespace), current[namespace]].find((id) => id && ids.includes(id))
    const network = firstApproved(own, wish, preferred)
    if (network === undefined) continue
    networks[namespace] = network as NetworkId
    grantedNetworks[namespace] = ids
    approvedNetworks[namespace] = waysToAsk(wallets, namespace, settled.methods) ? undefined : ids
    const here = granted.filter(({ networkId }) => networkId === network)
    const leading = first.get(namespace)
    const rank = (address: string) => (leading !== undefined && isSameAddress(address, leading) ? 0 : 1)
    const ordered = [...here, ...granted].sort((left, right) => rank(left.address) - rank(right.address))
    const distinct = ordered.filter(
      ({ address }, index) => ordered.findIndex((other) => isSameAddress(other.address, address)) === index,
    )
    accounts.push(
      ...distinct.map(({ address, networkId }) => ({
        id: accountId(networkId as NetworkId, address),
        namespace,
        address,
        kind: options.kindOf(namespace, address),
      })),
    )
  }
  const writtenIds = writtenIdsOf(options.granted)
  return { approved, accounts, networks, grantedNetworks, approvedNetworks, writtenIds }
}

/** Whether the wallet shares an account on the network. */
export function isGranted({ grantedNetworks }: SessionView, networkId: NetworkId): boolean {
  return grantedNetworks[namespaceOf(networkId)]?.includes(networkId) === true
}

function writtenIdsOf(granted: unknown): ReadonlyMap<string, string> {
  const lists = Object.values(granted as Record<string, { readonly accounts: readonly string[] }>)
  const ids = lists.flatMap(({ accounts }) => accounts.map((account) => account.split(':', 2).join(':')))
  const written = new Map<string, string>()
  for (const id of ids) if (written.get(currentId(id)) !== currentId(id)) written.set(currentId(id), id)
  return written
}
