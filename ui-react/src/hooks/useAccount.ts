import type { Account, AccountId, ConnectionRecord, ConnectionStatus, NamespaceId } from '@latchkey/kernel'
import { useMemo } from 'react'
import { useNamespaces } from '../useNamespaces.js'
import { useSession } from '../useSession.js'

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
      /** CAIP-10. */
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
  const { state: session } = useSession()
  const first = useNamespaces()[0]?.id
  const namespace = options.namespace ?? session.activeNamespace ?? first
  const entry = namespace === undefined ? undefined : session.namespaces[namespace]
  const connection = session.connections.find((candidate) => candidate.id === entry?.connectionId)
  const account = connection?.accounts.find((candidate) => candidate.id === entry?.accountId)
  const status = entry?.status ?? 'disconnected'
  return useMemo(
    () => describe(status, namespace, connection, account),
    [status, namespace, connection, account],
  )
}

function describe(
  status: ConnectionStatus,
  namespace: NamespaceId | undefined,
  connection: ConnectionRecord | undefined,
  account: Account | undefined,
): UseAccountResult {
  if (status === 'connected' && connection && account && namespace !== undefined) {
    return {
      status,
      isConnected: true,
      account,
      accountId: account.id,
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
