import { allowsWallet, type IdentityFilter } from './allowsWallet.js'
import type { WalletRecord } from './wallet.js'

/** Where a wallet can be used, as far as is known. */
export type WalletPlatform = 'mobile' | 'browser'

export interface WalletFilter extends IdentityFilter {
  /** Only wallets known to be usable there. */
  readonly platform?: WalletPlatform
  /** Only wallets known to support one of these CAIP-2 namespaces, or of which no namespace is known. */
  readonly namespaces?: readonly string[]
}

/** The wallets a filter lets through, in their order. */
export function filterWallets(
  wallets: readonly WalletRecord[],
  filter: WalletFilter,
): readonly WalletRecord[] {
  const { platform, namespaces } = filter
  return wallets.filter((wallet) => {
    const identity = { id: wallet.id, name: wallet.name, rdns: wallet.discovery?.rdns ?? [] }
    if (!allowsWallet(identity, filter)) return false
    if (platform && !platformsOf(wallet).includes(platform)) return false
    return !namespaces || !wallet.namespaces || wallet.namespaces.some((name) => namespaces.includes(name))
  })
}

/** Where a wallet is known to work: a phone can open its app or its page, or its provider can be found in a page. */
export function platformsOf({ links, discovery, chromeStoreId }: WalletRecord): readonly WalletPlatform[] {
  const { desktop: _, ...onPhones } = links ?? {}
  const platforms: WalletPlatform[] = []
  if (Object.keys(onPhones).length > 0) platforms.push('mobile')
  if (discovery || chromeStoreId) platforms.push('browser')
  return platforms
}
