import { wallets } from '../data/wallets.js'
import { filterWallets } from '../filterWallets.js'
import type { WalletRecord } from '../wallet.js'
import type { WalletDirectoryOptions } from '../walletDirectory.js'

/** The wallets of the list that the host lets through, featured and custom ones first; those that have closed apart. */
export function listWallets(options: WalletDirectoryOptions) {
  const all = filterWallets(withCustom(wallets, options.custom), options)
  return {
    open: orderWallets(
      all.filter(({ closed }) => !closed),
      options,
    ),
    closed: all.filter(({ closed }) => closed),
  }
}

function withCustom(
  wallets: readonly WalletRecord[],
  custom: readonly WalletRecord[] = [],
): readonly WalletRecord[] {
  return [...custom, ...wallets.filter(({ id }) => !custom.some((own) => own.id === id))]
}

function orderWallets(
  wallets: readonly WalletRecord[],
  { featured = [] }: WalletDirectoryOptions,
): readonly WalletRecord[] {
  const rank = ({ id }: WalletRecord) => (featured.includes(id) ? featured.indexOf(id) : featured.length)
  return [...wallets].sort((left, right) => rank(left) - rank(right))
}
