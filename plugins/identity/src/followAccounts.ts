import type { AccountIdentitiesService } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'

/** Keeps the active account of every namespace looked up. Returns how to stop. */
export function followAccounts(wallets: WalletsService, identities: AccountIdentitiesService): () => void {
  function look(): void {
    for (const { networkId, account } of wallets.list()) {
      void identities.refresh(networkId, account.address)
    }
  }
  look()
  return wallets.subscribe(look)
}
