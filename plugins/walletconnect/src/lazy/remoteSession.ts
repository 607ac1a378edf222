import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import type { RemoteSession } from '@latchkey/kernel/contracts'
import { methodNotApproved, networkNotApproved, sessionEnded } from '../sessionErrors.js'
import type { SessionAccess } from './SessionAccess.js'

export interface RemoteSessionFacts {
  readonly namespace: string
  /** The host's networks of the namespace. */
  readonly networks: readonly Network[]
  /** Node addresses by CAIP-2 id. */
  readonly rpcUrls: Readonly<Record<string, string>>
}

/** One namespace of a session, as the namespace's own plugin is given it. */
export function createRemoteSession(session: SessionAccess, facts: RemoteSessionFacts): RemoteSession {
  const { namespace, networks, rpcUrls } = facts
  const methods = () => session.view().approved.namespaces[namespace]?.methods ?? []
  const networkId = (): NetworkId => {
    const current = session.view().networks[namespace]
    if (current === undefined) throw networkNotApproved(namespace)
    return current
  }
  return {
    walletName: session.walletName,
    properties: session.properties,
    networks,
    rpcUrls,
    accounts: () => session.view().accounts.filter((account) => account.namespace === namespace),
    networkId,
    networkIds: () => session.view().grantedNetworks[namespace] ?? [],
    methods,
    async request({ method, params = [] }, asked = networkId()) {
      if (!methods().includes(method)) throw methodNotApproved(method)
      return session.ask(asked, method, params)
    },
    switchNetwork: session.switchNetwork,
    subscribe: (listener) => session.subscribe((ended) => listener(ended ? sessionEnded() : undefined)),
  }
}
