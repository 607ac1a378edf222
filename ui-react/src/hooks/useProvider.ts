import { type ConnectionRecord, type ProviderKey, Session } from '@latchkey/kernel/plugin'
import { useSnapshot } from 'valtio/react'
import { useService } from '../useService.js'

export type UseProviderResult<T> =
  | { readonly status: 'disconnected'; readonly provider: undefined; readonly connection: undefined }
  | { readonly status: 'connected'; readonly provider: T; readonly connection: ConnectionRecord }

/**
 * What the active wallet of a namespace offers, typed by the namespace's own key.
 *
 * @example
 * const { provider } = useProvider(Eip155Provider)
 */
export function useProvider<T>(key: ProviderKey<T>): UseProviderResult<T> {
  const session = useService(Session)
  const state = useSnapshot(session.state)
  const id = state.namespaces[key.namespace]?.connectionId
  const connection = state.connections.find((candidate) => candidate.id === id)
  const provider = connection && session.provider(key)
  if (!connection || provider === undefined) {
    return { status: 'disconnected', provider: undefined, connection: undefined }
  }
  return { status: 'connected', provider, connection }
}
