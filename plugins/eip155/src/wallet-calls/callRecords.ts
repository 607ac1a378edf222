import * as z from 'zod/mini'

/** Calls that this page sent to a wallet one after another. */
const Record = z.object({
  id: z.string(),
  /** As hex, without leading zeros. */
  chainId: z.string().check(z.regex(/^0x[1-9a-f][0-9a-f]{0,12}$/)),
  /** How many calls were asked for. */
  count: z.number().check(z.int(), z.positive()),
  hashes: z.array(z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))),
})
export type CallRecord = z.infer<typeof Record>

/** EIP-5792 requires ids to be known for a day. Nobody sends this many in a day. */
const kept = 50

export interface CallRecords {
  read(id: string): CallRecord | undefined
  write(record: CallRecord): void
}

/** Records in the page's storage. Ignores entries in any other form. */
export function createCallRecords(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
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
  return {
    read: (id) => readAll().find((record) => record.id === id),
    write(changed) {
      const others = readAll().filter(({ id }) => id !== changed.id)
      storage.setItem(key, JSON.stringify([...others, changed].slice(-kept)))
    },
  }
}
