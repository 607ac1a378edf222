import {
  type AnyToken,
  accountId,
  Allowances,
  Balance,
  Explorer,
  History,
  Identities,
  OwnedCollectibles,
  PaymentRequest,
  type RestoreRequest,
  TokenFacts,
} from '@latchkey/kernel/contracts'
import type { Connection, ConnectRequest, NamespaceContribution } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { watchMark } from '../watchMark.js'
import type { WatchedAccount } from '../WatchOnlyService.js'
import { addressInvalid, addressMissing } from './watchErrors.js'

type Named = Pick<WatchedAccount, 'namespace' | 'address'>

/**
 * What reads the chain and asks no wallet. A list of what may be done, not of what may not: a capability that nobody here
 * knows might sign.
 */
const reading: readonly AnyToken[] = [
  Allowances,
  Balance,
  Explorer,
  History,
  Identities,
  OwnedCollectibles,
  PaymentRequest,
  TokenFacts,
]

/** Stands where a wallet's provider would. It has no method, so that it is none by the rules of any chain. */
const noWallet = Object.freeze({})

/** @throws ConnectorError `WATCH_ADDRESS_MISSING`, `WATCH_ADDRESS_INVALID` */
export function openWatched(
  wallets: Pick<WalletsService, 'namespace'>,
  account: Named | undefined,
  request: ConnectRequest,
): Connection {
  if (!account) throw addressMissing()
  const connection = watch(wallets, account, request)
  if (!connection) throw addressInvalid(account.address)
  return connection
}

/** The key says everything of the session; storage is read by the same rules as what a person types. */
export function restoreWatched(
  wallets: Pick<WalletsService, 'namespace'>,
  request: RestoreRequest,
): Connection | undefined {
  const [, namespace, address] = /^([-a-z0-9]{3,8}):(.+)$/.exec(request.key ?? '') ?? []
  if (namespace === undefined || address === undefined) return undefined
  return watch(wallets, { namespace, address }, request)
}

function watch(
  wallets: Pick<WalletsService, 'namespace'>,
  { namespace, address }: Named,
  request: ConnectRequest,
): Connection | undefined {
  const contribution = wallets.namespace(namespace)
  const networkIds = contribution && networksOf(contribution, address)
  const networkId = request.networkIds.find((id) => networkIds?.includes(id)) ?? networkIds?.[0]
  if (!networkIds || networkId === undefined) return undefined
  return {
    key: `${namespace}:${address}`,
    accounts: [{ id: accountId(networkId, address), namespace, address, kind: 'watching' }],
    networks: { [namespace]: networkId },
    approvedNetworks: { [namespace]: networkIds },
    // The connector's own name and picture: of one that is loaded, its connections have nothing.
    wallet: { name: 'Watch-only account', icon: watchMark },
    provider: () => noWallet,
    supports: (token) => reading.some(({ symbol }) => symbol === token.symbol),
    disconnect: () => Promise.resolve(),
  }
}

/** The networks of the app where a text is an address. Some write their addresses in their own way. */
export const networksOf = ({ networks, isAddress }: NamespaceContribution, address: string) =>
  networks.map(({ id }) => id).filter((id) => isAddress(address, id))
