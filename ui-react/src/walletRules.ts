import { extensionPoint } from '@latchkey/kernel/plugin'

/** What is known of a wallet that was found on the page. */
export interface FoundWallet {
  readonly name: string
  /** EIP-6963 reverse-domain id. */
  readonly rdns?: string
  /** Its id in lists of wallets. */
  readonly walletId?: string
}

/** Which of the wallets found on the page may be shown. */
export interface WalletRule {
  readonly id: string
  allows(wallet: FoundWallet): boolean
}

/**
 * For a plugin with a filter of wallets: what the host told it holds in the Connect view, too. Wallets that the host
 * lists itself are not asked about.
 */
export const WalletRules = extensionPoint<WalletRule>('latchkey.walletRules')
