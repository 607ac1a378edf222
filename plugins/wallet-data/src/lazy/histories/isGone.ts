import { namespaceOf } from '@latchkey/kernel/contracts'
import { type MergedTransaction, reorganizationSpan } from './mergeWalked.js'
import type { WalkedList } from './walkLists.js'

/** Milliseconds that a node may be behind an explorer. */
const nodeLag = 60_000

export interface Witnesses {
  readonly walked: readonly WalkedList[]
  isOwn(address: string | undefined): boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Whether a reorganization took a transaction of an EVM network away: one source alone has it, it is young, and the chain's own
 * nodes, which would see it and list a newer one, don't list it. What only pays out coins inside of a call is invisible to them, and stays.
 */
export function isGone(
  { found, place, record }: MergedTransaction,
  { walked, isOwn, now }: Witnesses,
): boolean {
  if (namespaceOf(record.networkId) !== 'eip155') return false
  const age = now - place
  if (age < nodeLag || age > reorganizationSpan) return false
  const [first] = found
  if (found.some(({ source }) => source === 0 || source !== first?.source)) return false
  const chain = walked.find(({ list }) => list.source === 0)
  if (!chain || chain.failure || chain.pages.length === 0) return false
  // A node that lists nothing newer may only be behind.
  const read = chain.pages.flatMap(({ entries }) => entries)
  if (!read.some((one) => one.entry.minedAt !== undefined && one.place > place)) return false
  // Older than where the nodes looked.
  if (place <= Math.max(chain.searched?.since ?? 0, 0)) return false
  const isTokenMoved = record.transfers.some(({ asset }) => asset !== undefined)
  const seesCoins = place > (chain.searched?.coin?.since ?? 0)
  return isTokenMoved || (isOwn(record.from) && seesCoins)
}
