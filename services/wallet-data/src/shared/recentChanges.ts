import { replicaLagMilliseconds } from '@latchkey/service-kit'
import type { OpenDatabase } from '../database/openDatabase.js'
import type { Database } from '../database/schema.js'
import type { Touched } from './changes.js'

/** Chooses where to read about an address. */
export interface RecentChanges {
  note(touched: Touched): void
  /** The primary for what has just changed, until every replica that is read from shows it. */
  readsOf(address: string): Database
}

export function createRecentChanges({ reads, writes }: OpenDatabase): RecentChanges {
  if (reads === writes) return { note: () => {}, readsOf: () => reads }
  /** The oldest first. */
  const changedAt = new Map<string, number>()
  let allChangedAt = Number.NEGATIVE_INFINITY
  const forgetOld = (oldest: number) => {
    for (const [address, at] of changedAt) {
      if (at >= oldest) return
      changedAt.delete(address)
    }
  }
  return {
    note(touched) {
      const now = performance.now()
      forgetOld(now - replicaLagMilliseconds)
      if (touched === 'all') allChangedAt = now
      else {
        for (const address of touched) {
          changedAt.delete(address)
          changedAt.set(address, now)
        }
      }
    },
    readsOf(address) {
      const oldest = performance.now() - replicaLagMilliseconds
      const at = Math.max(allChangedAt, changedAt.get(address) ?? Number.NEGATIVE_INFINITY)
      return at >= oldest ? writes : reads
    },
  }
}
