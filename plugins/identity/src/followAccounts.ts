import type { AccountIdentitiesService, NetworksService, SessionService } from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'

/** Keeps the active account of every namespace looked up. Answers its stop. */
export function followAccounts(
  session: SessionService,
  networks: NetworksService,
  identities: AccountIdentitiesService,
): () => void {
  function look(): void {
    for (const namespace of Object.keys(session.state.namespaces)) {
      const account = session.activeAccount(namespace)
      const network = networks.active(namespace)
      if (account && network) void identities.refresh(network.id, account.address)
    }
  }
  const stops = [session.state, networks.state].map((state) => subscribe(state, look))
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
