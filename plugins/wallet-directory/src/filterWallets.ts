import { normalise } from './normalise.js'
import type { WalletRecord } from './wallet.js'

/** Where a wallet can be used, as far as is known. */
export type WalletPlatform = 'mobile' | 'browser'

/** A wallet from whatever source, as far as filters look at it. */
export interface FilterableWallet {
  readonly id?: string
  readonly name: string
  readonly rdns?: string | readonly string[]
}

export interface IdentityFilter {
  /** Ids, rdns values or names, in any case. With it only these stay. */
  readonly include?: readonly string[]
  /** Ids, rdns values or names, in any case. Wins over `include`. */
  readonly exclude?: readonly string[]
}

export interface WalletFilter extends IdentityFilter {
  /** Only wallets known to be usable there. */
  readonly platform?: WalletPlatform
  /** Only wallets known to support one of these CAIP-2 namespaces, or of which no namespace is known. */
  readonly namespaces?: readonly string[]
}

/**
 * Whether a host's filter lets a wallet through. For every source alike: directory, announced, injected,
 * recent. The same rdns or the same name is the same wallet.
 */
export function allowsWallet(wallet: FilterableWallet, { include, exclude }: IdentityFilter): boolean {
  if (exclude?.some((wanted) => isSameWallet(wallet, wanted))) return false
  return include === undefined || include.some((wanted) => isSameWallet(wallet, wanted))
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

function isSameWallet(wallet: FilterableWallet, wanted: string): boolean {
  const exact = wanted.trim().toLowerCase()
  const rdns = typeof wallet.rdns === 'string' ? [wallet.rdns] : (wallet.rdns ?? [])
  if ([wallet.id, ...rdns].some((value) => value?.toLowerCase() === exact)) return true
  const name = normalise(wanted)
  return name !== '' && normalise(wallet.name) === name
}
