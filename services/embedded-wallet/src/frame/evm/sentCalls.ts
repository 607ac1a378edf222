import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import type { KeyValues } from '../frameStorage.js'

/** What it takes to make an operation again, with a higher fee. */
const again = z.object({
  /** Milliseconds since 1970. */
  sentAt: z.number(),
  calls: z.array(z.object({ to: z.string(), data: z.optional(z.string()), value: z.string() })),
  maxFeePerGas: z.string(),
  maxPriorityFeePerGas: z.string(),
  /** The app's service that was to pay the fee. */
  service: z.optional(z.object({ url: z.string(), context: z.optional(z.unknown()) })),
})

const operation = z.object({
  hash: z.string(),
  sender: z.string(),
  nonce: z.string(),
  fromBlock: z.string(),
  /** Operations with the same nonce and the same calls that this one replaces. Only one of all of them can be carried out. */
  earlier: z.optional(z.array(z.string())),
  /** Absent once the operation is over. */
  again: z.optional(again),
})
export type SentOperation = z.infer<typeof operation>

const record = z.object({
  id: z.string(),
  /** As hex. */
  chainId: z.string(),
  /** How many calls were asked for. */
  count: z.number(),
  hashes: z.array(z.string()),
  /** Where the calls are one operation of the smart account. Numbers as decimal text. */
  operation: z.optional(operation),
  /** When they were sent, in milliseconds since 1970. */
  sentAt: z.optional(z.number()),
  /** No bundler took the operation. */
  isRefused: z.optional(z.boolean()),
})
export type SentCalls = z.infer<typeof record>

/** EIP-5792 asks wallets to know an id for a day; these many are more than a day's. */
const kept = 100

/**
 * The calls that an app asked for with `wallet_sendCalls`, for its later questions. Kept in the frame's storage, so that a
 * reload does not forget them.
 */
export interface CallRecords {
  read(id: string): SentCalls | undefined
  /** The oldest first. */
  list(): readonly SentCalls[]
  write(record: SentCalls): void
  /** For calls that certainly did nothing: their id is free again. */
  remove(id: string): void
  /** Ids whose calls this frame is still sending. */
  readonly running: Set<string>
}

/** Milliseconds. An app that still waits after a day is told that the wallet can't know more, and nothing can be sped up any more. */
export const longestWait = 24 * 60 * 60_000

/** Whether calls that have left no trace yet are no longer told as under way. */
export const isPastWaiting = ({ sentAt = 0 }: SentCalls): boolean => Date.now() - sentAt > longestWait

/** Neither "failed" nor "under way" would be true. */
export const notKnown = (what: string) =>
  new FrameError(
    'rpc_error',
    `It isn’t known what came of these calls: a day after they were sent, the network shows nothing of them, and they may still be carried out. Look for ${what} in a block explorer before you send them again.`,
    { rpcCode: -32000 },
  )

/** Characters that are kept to make operations again: browsers give all sites of an origin some five million. */
const mostAgain = 512 * 1024

/** Drops what can't be sped up any more, and the oldest where that comes to too much. */
function boundAgain(all: readonly SentCalls[]): readonly SentCalls[] {
  let room = mostAgain
  const bounded = [...all].reverse().map((record) => {
    if (!record.operation?.again) return record
    const { again, ...operation } = record.operation
    const isLate = Date.now() - again.sentAt > longestWait
    if (!isLate) room -= JSON.stringify(again).length
    return isLate || room < 0 ? { ...record, operation } : record
  })
  return bounded.reverse()
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
  const keep = (all: readonly SentCalls[]) => storage.setItem(key, JSON.stringify(boundAgain(all)))
  return {
    running,
    list: readAll,
    read: (id) => readAll().find((other) => other.id === id),
    write: (changed) => keep([...others(changed.id), { sentAt: Date.now(), ...changed }].slice(-kept)),
    remove: (id) => keep(others(id)),
  }
}
