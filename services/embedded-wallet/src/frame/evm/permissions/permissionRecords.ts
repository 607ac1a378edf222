import { decodeContext, readTerms, type SignedDelegation } from '@latchkey/plugin-smart-sessions/delegations'
import * as z from 'zod/mini'
import type { KeyValues } from '../../frameStorage.js'

const record = z.object({ context: z.string(), chainId: z.number().check(z.int(), z.positive()) })

/** More than a person would give. Only what has run out goes then, the oldest first. */
const kept = 100

export interface GivenRecord {
  readonly context: string
  readonly chainId: number
}

export interface StoredPermission extends GivenRecord {
  readonly delegation: SignedDelegation
}

/** The permissions that a person gave in an app, in the frame's storage. What is no permission is left out. */
export interface PermissionRecords {
  list(): readonly StoredPermission[]
  add(records: readonly GivenRecord[]): void
}

export function createPermissionRecords(storage: KeyValues, key: string): PermissionRecords {
  function readAll(): readonly StoredPermission[] {
    let stored: unknown
    try {
      stored = JSON.parse(storage.getItem(key) ?? '[]')
    } catch {
      return []
    }
    return (Array.isArray(stored) ? (stored as unknown[]) : []).flatMap((entry) => {
      const read = z.safeParse(record, entry)
      const delegation = read.success ? decodeContext(read.data.context) : undefined
      return read.success && delegation ? [{ ...read.data, delegation }] : []
    })
  }
  return {
    list: readAll,
    add(records) {
      const known = readAll()
      let surplus = known.length + records.length - kept
      const standing = known.filter(({ delegation }) => {
        const isDropped = surplus > 0 && hasRunOut(delegation)
        if (isDropped) surplus -= 1
        return !isDropped
      })
      const all = [...standing, ...records].map(({ context, chainId }) => ({ context, chainId }))
      storage.setItem(key, JSON.stringify(all))
    },
  }
}

function hasRunOut(delegation: SignedDelegation): boolean {
  const terms = readTerms(delegation)
  return terms !== undefined && terms.until <= Date.now() / 1000
}
