import type { ConnectionRecord, ProviderKey } from '@latchkey/kernel/plugin'
import { attemptCall } from '../contain/attemptCall.js'
import { useSession } from '../useSession.js'

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
  const { service: session, state } = useSession()
  const id = state.namespaces[key.namespace]?.connectionId
  const connection = state.connections.find((candidate) => candidate.id === id)
  const provider = connection && attemptCall(() => session?.provider(key), undefined)
  if (!connection || provider === undefined) {
    return { status: 'disconnected', provider: undefined, connection: undefined }
  }
  return { status: 'connected', provider, connection }
}
