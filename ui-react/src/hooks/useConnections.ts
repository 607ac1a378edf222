import type { AccountId } from '@latchkey/kernel/contracts'
import type { ConnectionRecord, RecentWallet } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useCallback, useMemo } from 'react'
import { useSession } from '../useSession.js'

export interface ConnectionControls {
  /** Makes a connection, and one of its accounts, the active one of the namespace. */
  switchConnection(options: { connectionId: string; namespace: NamespaceId; accountId?: AccountId }): void
  /** Takes the wallets of a connector off the list of recent ones; with a name, only the wallet of that name. */
  forgetRecent(connectorId: string, name?: string): void
}

export type UseConnectionsResult = ConnectionControls &
  (
    | {
        readonly status: 'empty'
        /** Whether earlier sessions have been taken up, well or not. */
        readonly restored: boolean
        readonly connections: readonly []
        readonly recent: readonly RecentWallet[]
      }
    | {
        readonly status: 'connected'
        readonly restored: boolean
        readonly connections: readonly [ConnectionRecord, ...ConnectionRecord[]]
        readonly recent: readonly RecentWallet[]
      }
  )

/** Every live connection. @param options.namespace Only those that span it. */
export function useConnections(
  options: { readonly namespace?: NamespaceId | undefined } = {},
): UseConnectionsResult {
  const { service: session, state } = useSession()
  const { namespace } = options
  const switchConnection = useCallback<ConnectionControls['switchConnection']>(
    (choice) => {
      session?.setActiveAccount(choice)
      if (session?.state.activeNamespace !== choice.namespace) session?.setActiveNamespace(choice.namespace)
    },
    [session],
  )
  const forgetRecent = useCallback((id: string, name?: string) => session?.forgetRecent(id, name), [session])
  const connections = useMemo(
    () =>
      state.connections.filter((entry) => namespace === undefined || entry.namespaces.includes(namespace)),
    [state.connections, namespace],
  )
  const [first, ...rest] = connections
  const common = { restored: state.restored, recent: state.recent, switchConnection, forgetRecent }
  if (!first) return { status: 'empty', connections: [], ...common }
  return { status: 'connected', connections: [first, ...rest], ...common }
}
