import { AccountRoute, ConnectRoute, type SessionService, type NamespaceId } from '@latchkey/kernel/plugin'

/** Where the modal opens by itself: the account when one is connected, else the ways to connect. */
export function startRoute(session: SessionService, namespace?: NamespaceId) {
  const asked = namespace ?? session.state.activeNamespace
  return asked !== undefined && session.activeAccount(asked) ? AccountRoute : ConnectRoute
}
