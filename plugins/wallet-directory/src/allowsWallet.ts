import { normalise } from './normalise.js'

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

/**
 * Whether a host's filter lets a wallet through. For every source alike: directory, announced, injected,
 * recent. The same rdns or the same name is the same wallet.
 */
export function allowsWallet(wallet: FilterableWallet, { include, exclude }: IdentityFilter): boolean {
  if (exclude?.some((wanted) => isSameWallet(wallet, wanted))) return false
  return include === undefined || include.some((wanted) => isSameWallet(wallet, wanted))
}

function isSameWallet(wallet: FilterableWallet, wanted: string): boolean {
  const exact = wanted.trim().toLowerCase()
  const rdns = typeof wallet.rdns === 'string' ? [wallet.rdns] : (wallet.rdns ?? [])
  if ([wallet.id, ...rdns].some((value) => value?.toLowerCase() === exact)) return true
  const name = normalise(wanted)
  return name !== '' && normalise(wallet.name) === name
}
