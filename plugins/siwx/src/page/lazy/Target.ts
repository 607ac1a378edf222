import {
  type Account,
  accountId,
  type AccountId,
  type NamespaceId,
  type NetworkId,
  type NetworksService,
  type SessionService,
} from '@latchkey/kernel/plugin'

/** Who is to be signed in: the active account on the active network of the active namespace. */
export interface Target {
  readonly id: AccountId
  readonly namespace: NamespaceId
  readonly networkId: NetworkId
  readonly connectionId: string
  readonly account: Account
  /** Whether the host lists the network. */
  readonly supported: boolean
}

export function readTarget(session: SessionService, networks: NetworksService): Target | undefined {
  const namespace = session.state.activeNamespace
  if (namespace === undefined) return undefined
  const account = session.activeAccount(namespace)
  const connection = session.activeConnection(namespace)
  const network = networks.active(namespace)
  if (!account || !connection || !network) return undefined
  const { id: networkId, status } = network
  const id = accountId(networkId, account.address)
  return { id, namespace, networkId, connectionId: connection.id, account, supported: status === 'supported' }
}

/** What an event says of it. */
export function factsOf({ networkId, account }: Target) {
  return { networkId, isSmartAccount: account.kind === 'smartAccount' }
}
