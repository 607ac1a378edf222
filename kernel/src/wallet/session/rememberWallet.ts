import type { SessionCore } from './sessionCore.js'
import type { ConnectionRecord, RecentWallet } from './sessionState.js'
import { recentLimit, storedRecent } from './storedSession.js'

const iconLimit = 20_000
const nameLimit = 100

/** Puts a wallet first in the list of recent ones, and stores the list. A picture that is too long is left out. */
export function rememberWallet({ state, options }: SessionCore, entry: ConnectionRecord): void {
  const icon = entry.icon !== undefined && entry.icon.length <= iconLimit ? { icon: entry.icon } : {}
  const wallet = { connectorId: entry.connectorId, name: entry.name.slice(0, nameLimit), ...icon }
  // A connector with several sessions leads to several wallets, each of which stays in the list.
  const isSame = (other: RecentWallet) =>
    other.connectorId === wallet.connectorId && (entry.key === undefined || other.name === wallet.name)
  const others = state.recent.filter((other) => !isSame(other))
  state.recent = [wallet, ...others].slice(0, recentLimit)
  options.storage.write(storedRecent, [...state.recent])
}
