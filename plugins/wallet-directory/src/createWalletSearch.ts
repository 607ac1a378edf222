import { normalise } from './normalise.js'
import type { WalletRecord } from './wallet.js'

/** How many wallets one search returns unless told otherwise. */
export const searchLimit = 100

/**
 * Wallets in which every word of the query begins a word of name or rdns; names that begin with the query
 * come first, then the order of the list. An empty query gives the list itself.
 */
export type WalletSearch = (query: string, limit?: number) => readonly WalletRecord[]

interface Entry {
  readonly word: string
  readonly index: number
}

/** Builds the index once; each search then costs the words of the query and the matches. */
export function createWalletSearch(wallets: readonly WalletRecord[]): WalletSearch {
  const names = wallets.map(({ name }) => normalise(name))
  const entries: readonly Entry[] = wallets
    .flatMap((wallet, index) => wordsOf(wallet).map((word) => ({ word, index })))
    .sort((left, right) => compare(left.word, right.word))

  function beginningWith(prefix: string): Set<number> {
    const found = new Set<number>()
    for (let at = firstAtLeast(entries, prefix); entries[at]?.word.startsWith(prefix); at += 1) {
      const entry = entries[at]
      if (entry) found.add(entry.index)
    }
    return found
  }

  return (query, limit = searchLimit) => {
    const wanted = normalise(query)
    if (wanted === '') return query.trim() === '' ? wallets.slice(0, limit) : []
    const [first = new Set<number>(), ...others] = wanted.split(' ').map(beginningWith)
    const matches = [...first].filter((index) => others.every((other) => other.has(index)))
    const rank = (index: number) => (names[index]?.startsWith(wanted) ? 0 : 1)
    matches.sort((left, right) => rank(left) - rank(right) || left - right)
    return matches.slice(0, limit).flatMap((index) => wallets[index] ?? [])
  }
}

function wordsOf({ name, discovery }: WalletRecord): readonly string[] {
  const words = [name, ...(discovery?.rdns ?? [])].flatMap((text) => normalise(text).split(' '))
  return [...new Set([...words, normalise(name).replaceAll(' ', '')])].filter((word) => word !== '')
}

function firstAtLeast(entries: readonly Entry[], word: string): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(entries[middle]?.word ?? '', word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** By code unit, so that the order does not depend on the user's language. */
function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
