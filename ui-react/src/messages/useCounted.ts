import { useCallback } from 'react'
import { localeNumbers } from '../utils/numberFormats.js'
import { useLocale } from './useLocale.js'

/** A count for a sentence: to choose the plural by, and as the reader's language writes it. */
export interface Counted {
  readonly count: number
  readonly countText: string
}

/**
 * Returns what a sentence with a count takes.
 *
 * @example
 * const counted = useCounted()
 * return <p>{messages.found(counted(wallets.length))}</p>
 */
export function useCounted(): (count: number) => Counted {
  const locale = useLocale()
  return useCallback((count) => ({ count, countText: localeNumbers(locale).whole.format(count) }), [locale])
}
