import type { ConnectorGroup } from '@latchkey/kernel/contracts'

/** How the Connect view is composed. Given to `KernelProvider` as `connect`. */
export interface ConnectOptions {
  /**
   * Groups of wallets from first to last. Groups that are left out follow in the default order: walletConnect,
   * recent, injected (with announced), featured, custom, external, recommended.
   */
  readonly groupsOrder?: readonly ConnectorGroup[] | undefined
  /**
   * Ways to connect from first to last: `wallet` and the names or ids of the views in the slot `connect.methods`.
   * Default email, social, wallet; wallet first when an installed wallet is in the list.
   */
  readonly methodsOrder?: readonly string[] | undefined
  /** Wallets that are never shown. Compared without regard to case. */
  readonly exclude?: { readonly rdns?: readonly string[]; readonly names?: readonly string[] } | undefined
  /** One row 'Continue with a wallet' in place of the list when there are other ways to connect. Default false. */
  readonly collapseWallets?: boolean | undefined
  /** Whether wallets are listed. False leaves the other ways to connect, such as email. Default true. */
  readonly wallets?: boolean | undefined
  /** Whether the view offers to explain what a wallet is. Default true. */
  readonly walletGuide?: boolean | undefined
  /** `https:` or `http:` address of the terms of service. */
  readonly termsUrl?: string | undefined
  /** `https:` or `http:` address of the privacy policy. */
  readonly privacyUrl?: string | undefined
  /** Ask for consent before anything can be chosen. Needs one of the two addresses. Default false. */
  readonly legalCheckbox?: boolean | undefined
}
