import * as z from 'zod/mini'
import type { KeyValues } from '../frameStorage.js'

const record = z.object({
  id: z.string(),
  /** As hex. */
  chainId: z.string(),
  /** How many calls were asked for. */
  count: z.number(),
  hashes: z.array(z.string()),
  /** Where the calls are one operation of the smart account. Numbers as decimal text. */
  operation: z.optional(
    z.object({ hash: z.string(), sender: z.string(), nonce: z.string(), fromBlock: z.string() }),
  ),
  /** No bundler took the operation. */
  isRefused: z.optional(z.boolean()),
})
export type SentCalls = z.infer<typeof record>

/** EIP-5792 asks wallets to know an id for a day; these many are more than a day's. */
const kept = 50

/**
 * The calls that an app asked for with `wallet_sendCalls`, for its later questions. Kept in the frame's storage, so that a
 * reload does not forget them.
 */
export interface CallRecords {
  read(id: string): SentCalls | undefined
  write(record: SentCalls): void
  /** For calls that certainly did nothing: their id is free again. */
  remove(id: string): void
  /** Ids whose calls this frame is still sending. */
  readonly running: Set<string>
}

export function createCallRecords(storage: KeyValues, key: string, running: Set<string>): CallRecords {
  function readAll(): readonly SentCalls[] {
    try {
      const parsed = z.safeParse(z.array(record), JSON.parse(storage.getItem(key) ?? '[]'))
      return parsed.success ? parsed.data : []
    } catch {
      return []
    }
  }
  const others = (than: string) => readAll().filter(({ id }) => id !== than)
  const keep = (all: readonly SentCalls[]) => storage.setItem(key, JSON.stringify(all))
  return {
    running,
    read: (id) => readAll().find((other) => other.id === id),
    write: (changed) => keep([...others(changed.id), changed].slice(-kept)),
    remove: (id) => keep(others(id)),
  }
}
