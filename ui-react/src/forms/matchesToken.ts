import { visibleText } from '@latchkey/kernel/contracts'

/**
 * Whether a search finds a token: its name and symbol hold every word, or its address is what was typed or begins with
 * it. An empty search finds all.
 */
export function matchesToken({ name = '', symbol, address }: SearchedToken, query: string): boolean {
  const wanted = visibleText(query).toLowerCase()
  if (address?.toLowerCase().startsWith(wanted)) return true
  const text = `${name} ${symbol}`.toLowerCase()
  return wanted.split(/\s+/).every((word) => text.includes(word))
}

/** What a token is found by. */
export interface SearchedToken {
  readonly name?: string | undefined
  readonly symbol: string
  readonly address?: string | undefined
}
