import { extensionPoint, type FeatureContribution, type ListedWallet } from '@latchkey/kernel/plugin'

/** Looks up a wallet that isn't on the page. */
export interface WalletList {
  readonly id: string
  /**
   * Returns the wallet with this list id, reverse-domain id or name; `undefined` when the list doesn't have it.
   */
  find(wallet: string): Promise<ListedWallet | undefined>
  /** The list has at least so many wallets. Shown beside 'All wallets', rounded down to tens. */
  readonly atLeast?: number
}

/** A plugin that knows wallets which aren't installed adds an entry, so a `WalletButton` can pair with one of them. */
export const WalletLists = extensionPoint<WalletList>('latchkey.walletLists')

/**
 * A way to connect that is no wallet on the page, such as email or a social login. A `WalletButton` with its id opens it.
 * `open` is called in the press, so it may open a window.
 */
export type ConnectWay = Pick<FeatureContribution, 'id' | 'label' | 'icon' | 'open'>

export const ConnectWays = extensionPoint<ConnectWay>('latchkey.connectWays', { contain: { open: false } })
