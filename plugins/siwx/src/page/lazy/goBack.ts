import type { NetworksService, SessionService, WalletsService } from '@latchkey/kernel/wallet'
import { readTarget, type Target } from './Target.js'

/** Makes an account and network that were signed in active again. False when the wallet or the list is against it. */
export async function goBack(
  { namespace, connectionId, networkId, wallet, id }: Target,
  session: SessionService,
  networks: NetworksService,
  wallets: WalletsService,
): Promise<boolean> {
  const known = wallets.find(wallet)?.account
  if (!known) return false
  try {
    session.setActiveAccount({ namespace, connectionId, accountId: known.id })
    if (wallets.active(namespace)?.networkId !== networkId) await networks.switch(networkId)
    if (session.state.activeNamespace !== namespace) session.setActiveNamespace(namespace)
  } catch {
    // The person or the wallet said no: there is no way back, and the caller disconnects.
    return false
  }
  return readTarget(wallets.active())?.id === id
}
