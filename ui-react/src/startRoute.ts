import { AccountRoute, ConnectRoute, type SessionState } from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'

/** Where the modal opens by itself: the account when one is connected, else the ways to connect. */
export function startRoute(session: SessionState, namespace?: NamespaceId) {
  const asked = session.namespaces[namespace ?? session.activeNamespace ?? '']
  return asked?.status === 'connected' && asked.accountId !== undefined ? AccountRoute : ConnectRoute
}
