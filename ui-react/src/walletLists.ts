import { extensionPoint } from '@latchkey/kernel/plugin'
import type { ListedWallet } from '@latchkey/kernel/contracts'

/** Looks up a wallet that isn't on the page. */
export interface WalletList {
  readonly id: string
  /**
   * Returns the wallet with this list id, reverse-domain id or name; `undefined` when the list doesn't have it.
   */
  find(wallet: string): Promise<ListedWallet | undefined>
}

/** A plugin that knows wallets which aren't installed adds an entry, so a `WalletButton` can pair with one of them. */
export const WalletLists = extensionPoint<WalletList>('latchkey.walletLists')
