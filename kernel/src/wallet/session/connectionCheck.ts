import { parseAccountId } from '../../contracts/accountIds.js'
import { type NamespaceId, type NetworkId, parseNetworkId } from '../../contracts/caip.js'
import { ConnectorError } from '../../errors/connector.js'
import type {
  Account,
  ApprovedNetworks,
  Connection,
  ConnectionChange,
  ConnectorContribution,
} from '../../contracts/points/connector.js'

type Known = (namespaces: readonly NamespaceId[]) => readonly NamespaceId[]
type AddressCheck = (namespace: NamespaceId, address: string) => boolean

/** A wallet that names more accounts than this is broken or hostile; the rest is left out. */
const accountLimit = 200

/**
 * Takes of a connection only what has the right form and lies in namespaces the host lists.
 *
 * @throws ConnectorError `CONNECTION_INVALID` when it is no connection or names no account that can be used.
 */
export function checkConnection(
  connector: ConnectorContribution,
  connection: Connection,
  known: Known,
  isAddress?: AddressCheck,
) {
  if (!isRecord(connection) || typeof connection.disconnect !== 'function') {
    throw invalidConnection(connector.name, 'it is not a connection')
  }
  const accounts = soundAccounts(connection.accounts, known, isAddress)
  if (!accounts?.length) throw invalidConnection(connector.name, 'it named no valid account')
  return {
    accounts,
    namespaces: [...new Set(accounts.map((account) => account.namespace))],
    networks: soundNetworks(connection.networks),
    approvedNetworks: soundApproved(connection.approvedNetworks),
  }
}

/** The sound part of what a wallet reports. No account left of some that were reported is an empty list. */
export function soundChange(
  change: ConnectionChange,
  known: Known,
  isAddress?: AddressCheck,
): ConnectionChange {
  if (!isRecord(change)) return {}
  const { accounts, networks, approvedNetworks, ended } = change
  if (ended || (Array.isArray(accounts) && accounts.length === 0)) return { ended: ended ?? {} }
  const sound = accounts === undefined ? undefined : (soundAccounts(accounts, known, isAddress) ?? [])
  return {
    ...(sound ? { accounts: sound } : {}),
    networks: soundNetworks(networks),
    approvedNetworks: soundApproved(approvedNetworks),
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function soundAccounts(
  accounts: unknown,
  known: Known,
  isAddress: AddressCheck = () => true,
): readonly Account[] | undefined {
  if (!Array.isArray(accounts)) return undefined
  return accounts.slice(0, accountLimit).filter((account: Account) => {
    const parts = typeof account?.id === 'string' ? parseAccountId(account.id) : undefined
    if (parts?.namespace !== account?.namespace || parts?.address !== account?.address) return false
    return (
      parts !== undefined && known([parts.namespace]).length > 0 && isAddress(parts.namespace, parts.address)
    )
  })
}

const isNetworkOf = (namespace: string, id: unknown): id is NetworkId =>
  typeof id === 'string' && parseNetworkId(id)?.namespace === namespace

function soundNetworks(networks: Connection['networks'] | undefined): Connection['networks'] {
  return Object.fromEntries(Object.entries(networks ?? {}).filter(([key, id]) => isNetworkOf(key, id)))
}

/** A namespace that is named without a list supports all networks, also where a list was known before. */
function soundApproved(approved: Connection['approvedNetworks']): ApprovedNetworks {
  const lists = Object.entries(approved ?? {}).filter(([, ids]) => ids === undefined || Array.isArray(ids))
  const sound = (key: string, ids: readonly unknown[] | undefined) =>
    ids?.filter((id): id is NetworkId => isNetworkOf(key, id))
  return Object.fromEntries(lists.map(([key, ids]) => [key, sound(key, ids)]))
}

export function invalidConnection(name: string, why: string): ConnectorError {
  return new ConnectorError(`${name} answered with a connection that cannot be used: ${why}.`, {
    code: 'CONNECTION_INVALID',
  })
}
