import * as z from 'zod/mini'

/** Calls that this page sent to a wallet one after another. */
const Record = z.object({
  id: z.string(),
  /** As hex, without leading zeros. */
  chainId: z.string().check(z.regex(/^0x[1-9a-f][0-9a-f]{0,12}$/)),
  /** How many calls were asked for. */
  count: z.number().check(z.int(), z.positive()),
  hashes: z.array(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))),
  /** The wallet was asked for the next call and hasn't told its hash: it may have sent it. */
  isAsking: z.optional(z.boolean()),
  /** Until when some page goes on with the rest, in milliseconds since 1970. Renewed by that page, which may be closed. */
  runningUntil: z.optional(z.number()), // no money: milliseconds
})
export type CallRecord = z.infer<typeof Record>

/** EIP-5792 requires ids to be known for a day. Nobody sends this many in a day. */
const kept = 50

/** What this page wrote; nothing for an id that it took back and the storage didn't let go of. */
export type CallMemory = Map<string, CallRecord | undefined>

/** None of it throws: when the wallet has sent something, a full storage must not make it look as if it hadn't. */
export interface CallRecords {
  read(id: string): CallRecord | undefined
  write(record: CallRecord): void
  /** Frees the id when nothing was sent, so that the app can use it again. */
  remove(id: string): void
}

/**
 * Records in the page's storage, and in its memory for a storage that is full or blocked. What somebody else wrote in the
 * storage counts as nothing.
 */
export function createCallRecords(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  memory: CallMemory,
  key = 'latchkey.eip155.calls',
): CallRecords {
  function readAll(): readonly CallRecord[] {
    try {
      const { data } = z.safeParse(z.array(Record), JSON.parse(storage.getItem(key) ?? '[]'))
      return data ?? []
    } catch {
      // No JSON, or no storage.
      return []
    }
  }
  function store(change: (all: readonly CallRecord[]) => readonly CallRecord[]): boolean {
    try {
      storage.setItem(key, JSON.stringify(change(readAll()).slice(-kept)))
      return true
    } catch {
      // Full or blocked. The memory knows the calls for as long as the page is open.
      return false
    }
  }
  function remember(id: string, record: CallRecord | undefined): void {
    // Behind the others, so that the oldest is forgotten first.
    memory.delete(id)
    memory.set(id, record)
    const [oldest] = memory.keys()
    if (memory.size > kept && oldest !== undefined) memory.delete(oldest)
  }
  const without = (all: readonly CallRecord[], id: string) => all.filter((record) => record.id !== id)
  return {
    read: (id) => (memory.has(id) ? memory.get(id) : readAll().find((record) => record.id === id)),
    write(changed) {
      remember(changed.id, changed)
      store((all) => [...without(all, changed.id), changed])
    },
    remove(id) {
      if (store((all) => without(all, id))) memory.delete(id)
      else remember(id, undefined)
    },
  }
}
