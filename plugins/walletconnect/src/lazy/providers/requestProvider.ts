import type { NetworkId } from '@latchkey/kernel/plugin'
import { methodNotApproved, networkNotApproved } from '../../sessionErrors.js'
import type { SessionAccess } from '../sessionConnection.js'

/** The plain session of one namespace, for chains without an adapter: methods as WalletConnect names them. */
export interface RequestProvider {
  request(
    request: { readonly method: string; readonly params?: unknown },
    networkId?: NetworkId,
  ): Promise<unknown>
}

export function createRequestProvider(namespace: string, session: SessionAccess): RequestProvider {
  return {
    async request({ method, params = [] }, networkId = session.view().networks[namespace]) {
      if (networkId === undefined) throw networkNotApproved(namespace)
      if (!session.view().approved.namespaces[namespace]?.methods.includes(method)) {
        throw methodNotApproved(method)
      }
      return session.ask(networkId, method, params)
    },
  }
}
