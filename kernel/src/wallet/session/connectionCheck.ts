import { isRecord } from '../../keys/isRecord.js'
import { parseAccountId } from '../../contracts/accountIds.js'
import { type NamespaceId, type NetworkId, parseNetworkId } from '../../contracts/caip.js'
import { ConnectorError } from '../../errors/connector.js'
import { readField } from '../../errors/readField.js'
import { plainText } from '../../keys/plainText.js'
import type {
  Account,
  ApprovedNetworks,
  Connection,
  ConnectionChange,
  ConnectorContribution,
} from '../../contracts/points/connector.js'

type Known = (namespaces: readonly NamespaceId[]) => readonly NamespaceId[]
type AddressCheck = (namespace: NamespaceId, address: string, networkId: NetworkId) => boolean

/** A wallet that names more accounts than this is broken or hostile; the rest is left out. */
const accountLimit = 200

const keyLimit = 200
const walletNameLimit = 60
/** Characters: an embedded picture, and the address of one. */
const embeddedLimit = 131_072
const addressLimit = 2_048
const embeddedPicture = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

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
  const key = readField(connection, 'key')
  if (key !== readKey(connection)) {
    throw invalidConnection(connector.name, `its key is not a text of 1 to ${keyLimit} characters`)
  }
  return {
    key: readKey(connection),
    wallet: soundWallet(readField(connection, 'wallet')),
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
  const { accounts, networks, approvedNetworks, ended }: ConnectionChange = change
  if (ended || (Array.isArray(accounts) && accounts.length === 0)) return { ended: ended ?? {} }
  const sound = accounts === undefined ? undefined : (soundAccounts(accounts, known, isAddress) ?? [])
  return {
    ...(sound ? { accounts: sound } : {}),
    networks: soundNetworks(networks),
    approvedNetworks: soundApproved(approvedNetworks),
  }
}

/** What tells a connection from others of its connector, if it is sound. */
export function readKey(connection: Connection): string | undefined {
  const key = readField(connection, 'key')
  return typeof key === 'string' && key.length > 0 && key.length <= keyLimit ? key : undefined
}

/** A wallet's own name and picture, safe to show and to keep. One without a name has neither. */
function soundWallet(wallet: unknown): Connection['wallet'] {
  const name = plainText(readField(wallet, 'name'), walletNameLimit)
  const icon = readField(wallet, 'icon')
  return name === '' ? undefined : { name, ...(isPicture(icon) ? { icon } : {}) }
}

function isPicture(value: unknown): value is string {
  if (typeof value !== 'string') return false
  if (value.startsWith('https://')) return value.length <= addressLimit
  return value.length <= embeddedLimit && embeddedPicture.test(value)
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
      parts !== undefined &&
      known([parts.namespace]).length > 0 &&
      isAddress(parts.namespace, parts.address, parts.networkId)
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
  return new ConnectorError(
    `${name} gave a connection that can’t be used. Try again, or use another wallet.`,
    {
      code: 'CONNECTION_INVALID',
      parameters: { wallet: name },
      metaMessages: [`Why: ${why}.`],
    },
  )
}
