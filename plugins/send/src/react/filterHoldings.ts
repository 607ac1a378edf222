import type { Holding } from '@latchkey/kernel/plugin'

/** Those whose name or symbol holds every word of the query, or whose address is or begins with it. */
export function filterHoldings(holdings: readonly Holding[], query: string): readonly Holding[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return holdings
  const words = wanted.split(/\s+/)
  return holdings.filter(({ name, amount, address }) => {
    if (address?.toLowerCase().startsWith(wanted)) return true
    const text = `${name} ${amount.symbol}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
