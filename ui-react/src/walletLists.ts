import { extensionPoint, type ListedWallet } from '@latchkey/kernel/plugin'

/** Where a wallet that isn't on the page can be looked up. */
export interface WalletList {
  readonly id: string
  /**
   * Returns the wallet by its id in the list, its reverse-domain id or its name; `undefined` where the list doesn't have it.
   */
  find(wallet: string): Promise<ListedWallet | undefined>
}

/** For a plugin that knows wallets which aren't installed, so that a `WalletButton` can offer to pair with one. */
export const WalletLists = extensionPoint<WalletList>('latchkey.walletLists')
