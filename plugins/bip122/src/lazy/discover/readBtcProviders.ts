import { describeWallet, dialectOf, type FoundWallet } from '../foundWallet.js'
import { readPath } from './readPath.js'

/** No page has a hundred wallets; a script that lists more wants to freeze it. */
const entryLimit = 100

/**
 * Wallets listed by WBIP-004. The text says `wbip_providers`, shipped wallets push to `btc_providers`. An entry names
 * the wallet's object by its path below window. Never throws.
 */
export function readBtcProviders(): readonly FoundWallet[] {
  return ['btc_providers', 'wbip_providers'].flatMap((list) => {
    const entries = readPath(list)
    if (!Array.isArray(entries)) return []
    return entries.slice(0, entryLimit).flatMap((entry: unknown) => {
      try {
        const { id, name, icon } = entry as Record<string, unknown>
        const target = readPath(id)
        const dialect = dialectOf(target)
        if (!target || !dialect) return []
        return describeWallet(name, icon, { group: 'announced', dialect, target }) ?? []
      } catch {
        return []
      }
    })
  })
}
