/** A wallet that a library of the host's page stands in for: it's announced like one that is installed, and isn't. */
export interface PageWallet {
  /** Shown in the place of the name that it announces, which is that of the extension. */
  readonly name: string
}

/**
 * By reverse-domain id (EIP-6963). They connect to an app elsewhere, by a code that they draw into the page.
 *
 * - `io.metamask.mmc`: `@metamask/connect-evm` 2.1.1 (October 2026), which announces the name "MetaMask".
 */
export const pageWallets: Readonly<Record<string, PageWallet>> = {
  'io.metamask.mmc': { name: 'MetaMask Connect' },
}
