import {
  type Account,
  type ConnectionRecord,
  type ConnectionStatus,
  Namespace,
  Session,
  type AccountId,
  accountId,
  type NamespaceId,
  type NetworkId,
  Networks,
} from '@latchkey/kernel/plugin'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio/react'
import { useContributions } from '../useContributions.js'
import { useService } from '../useService.js'

interface NoAccount {
  readonly isConnected: false
  readonly account: undefined
  /** CAIP-10. */
  readonly accountId: undefined
  readonly address: undefined
  readonly accounts: readonly []
  readonly connection: undefined
  readonly namespace: NamespaceId | undefined
}

export type UseAccountResult =
  | ({ readonly status: 'disconnected' } & NoAccount)
  /** A person is connecting, or an earlier session is known and about to be taken up. */
  | ({ readonly status: 'connecting' } & NoAccount)
  /** An earlier session is being taken up, without prompts. */
  | ({ readonly status: 'reconnecting' } & NoAccount)
  | {
      readonly status: 'connected'
      readonly isConnected: true
      readonly account: Account
      /** CAIP-10, on the namespace's active network. */
      readonly accountId: AccountId
      /** As its namespace shows it. */
      readonly address: string
      /** All accounts of the active wallet in this namespace. */
      readonly accounts: readonly Account[]
      readonly connection: ConnectionRecord
      readonly namespace: NamespaceId
    }

/** The active account. @param options.namespace Default the active namespace. */
export function useAccount(options: { readonly namespace?: NamespaceId } = {}): UseAccountResult {
  const session = useSnapshot(useService(Session).state)
  const first = useContributions(Namespace)[0]?.id
  const active = session.activeNamespace ?? first
  const isIdle = (session.namespaces[active ?? '']?.status ?? 'disconnected') === 'disconnected'
  const namespace =
    options.namespace ?? (isIdle ? session.connections[0]?.namespaces[0] : undefined) ?? active
  const networkId = useSnapshot(useService(Networks).state).active[namespace ?? '']
  const entry = namespace === undefined ? undefined : session.namespaces[namespace]
  const connection = session.connections.find((candidate) => candidate.id === entry?.connectionId)
  const account = connection?.accounts.find((candidate) => candidate.id === entry?.accountId)
  const status = entry?.status ?? 'disconnected'
  return useMemo(
    () => describe(status, namespace, connection, account, networkId),
    [status, namespace, connection, account, networkId],
  )
}

function describe(
  status: ConnectionStatus,
  namespace: NamespaceId | undefined,
  connection: ConnectionRecord | undefined,
  account: Account | undefined,
  networkId: NetworkId | undefined,
): UseAccountResult {
  if (status === 'connected' && connection && account && namespace !== undefined) {
    return {
      status,
      isConnected: true,
      account,
      // An account's own id names the network it was read on, which may have changed since.
      accountId: networkId === undefined ? account.id : accountId(networkId, account.address),
      address: account.address,
      accounts: connection.accounts.filter((candidate) => candidate.namespace === namespace),
      connection,
      namespace,
    }
  }
  return {
    status: status === 'connected' ? 'disconnected' : status,
    isConnected: false,
    account: undefined,
    accountId: undefined,
    address: undefined,
    accounts: [],
    connection: undefined,
    namespace,
  }
}
