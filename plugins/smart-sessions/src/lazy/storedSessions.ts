import { guard, type NetworkId, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'

const record = z.object({
  networkId: z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/)),
  address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  context: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})+$/), z.maxLength(20_000)),
  delegationManager: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
})

/** What is stored of a permission. Its terms are in its context, and its state is on the chain. */
export interface StoredSession {
  readonly networkId: NetworkId
  readonly address: string
  readonly context: `0x${string}`
  readonly delegationManager: `0x${string}`
}

/** Each entry is checked when it is read. */
const key = storageKey(
  'smartSessions.given',
  guard((value): value is unknown[] => Array.isArray(value)),
)

/** The oldest go first. */
const kept = 100

export function readStored(storage: StorageService): readonly StoredSession[] {
  return (storage.read(key) ?? []).flatMap((entry) => {
    const read = z.safeParse(record, entry)
    return read.success ? [read.data as StoredSession] : []
  })
}

export function addStored(storage: StorageService, added: readonly StoredSession[]): void {
  const isAdded = (other: StoredSession) => added.some(({ context }) => context === other.context)
  storage.write(key, [...readStored(storage).filter((one) => !isAdded(one)), ...added].slice(-kept))
}
