import { useEffect, useRef } from 'react'
import { WalletSearched } from './clickEvents.js'
import { useEmit } from './useEmit.js'

/** How long a person types nothing before it counts as what they looked for. Milliseconds. */
const pause = 800

/** Tells what was looked for among wallets, once for each word and not for each letter. */
export function useSearchEvent(query: string, badge = ''): void {
  const emit = useEmit()
  const search = query.trim()
  const told = useRef(search)
  useEffect(() => {
    if (search === '') told.current = ''
    if (search === told.current) return
    const timer = setTimeout(() => {
      told.current = search
      emit(WalletSearched, { badge, search })
    }, pause)
    return () => clearTimeout(timer)
  }, [search, badge, emit])
}
