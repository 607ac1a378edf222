// Histories that a seed decides: transactions, what each source knows of them, and a reorganization. Not published.
import type { TransactionTransfer } from '@latchkey/kernel/contracts'
import type {
  HistoryEntry,
  HistoryList,
  HistoryListPage,
  HistoryListRequest,
} from '../src/histories/HistorySource.js'

export const networkId = 'eip155:1'
export const account = `0x${'a'.repeat(40)}`
const stranger = `0x${'b'.repeat(40)}`
const token = `0x${'c'.repeat(40)}`
export const now = 1_800_000_000_000

export type Random = (below: number) => number

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    // no money: a number of a test
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

type Kind = 'coin' | 'token' | 'internal'

export interface GeneratedTransaction {
  readonly id: string
  readonly minedAt: number
  readonly block: number
  readonly index: number
  readonly isOwn: boolean
  readonly transfers: readonly { readonly kind: Kind; readonly transfer: TransactionTransfer }[]
}

function generateTransaction(random: Random, number: number, minedAt: number): GeneratedTransaction {
  const isOwn = random(2) === 0
  const kinds: readonly Kind[] = ['coin', 'token', 'internal']
  const transfers = Array.from({ length: 1 + random(3) }, () => {
    const kind = kinds[random(3)] as Kind
    const isOut = isOwn && kind !== 'internal'
    const transfer: TransactionTransfer = {
      direction: isOut ? 'out' : 'in',
      // Few values, so that equal transfers of one transaction are common.
      amount: { value: BigInt(1 + random(2)), decimals: 18, symbol: kind === 'token' ? 'TOKEN' : 'ETH' },
      ...(kind === 'token' ? { asset: token } : {}),
      from: isOut ? account : stranger,
      to: isOut ? stranger : account,
    }
    return { kind, transfer }
  })
  return {
    id: `0x${number.toString(16).padStart(64, '0')}`,
    minedAt,
    block: minedAt / 1_000,
    index: number % 7,
    isOwn,
    transfers,
  }
}

export interface GeneratedHistory {
  readonly before: readonly GeneratedTransaction[]
  /** After the reorganization. */
  readonly after: readonly GeneratedTransaction[]
  /** Ids of those that the reorganization moved or took. */
  readonly touched: ReadonlySet<string>
}

export function generateHistory(random: Random): GeneratedHistory {
  let minedAt = now - 30_000
  const before = Array.from({ length: random(26) }, (_, number) => {
    // Many of one time; some a minute, some a day apart.
    minedAt -= [0, 0, 1_000, 60_000, 86_400_000][random(5)] as number
    return generateTransaction(random, number, minedAt)
  })
  const touched = new Set<string>()
  const depth = now - 30_000 - random(600) * 1_000
  const after = before.flatMap((transaction) => {
    if (transaction.minedAt < depth || random(3) > 0) return [transaction]
    touched.add(transaction.id)
    if (random(2) === 0) return []
    const moved = transaction.minedAt + (random(7) - 3) * 12_000
    return [{ ...transaction, minedAt: moved, block: moved / 1_000 }]
  })
  return { before: [...before].sort(newestFirst), after: [...after].sort(newestFirst), touched }
}

const newestFirst = (one: GeneratedTransaction, other: GeneratedTransaction) =>
  other.minedAt - one.minedAt || other.index - one.index || (one.id < other.id ? -1 : 1)

type Entries = (transactions: readonly GeneratedTransaction[]) => readonly HistoryEntry[]

/** Which of its parts a source doesn't have, by transaction. */
export type Holes = ReadonlySet<string>

export const listKinds = ['transactions', 'token', 'internal'] as const

/** What an explorer's list has of them. */
export const entriesOf =
  (list: (typeof listKinds)[number], holes: Holes): Entries =>
  (transactions) =>
    transactions
      .filter(({ id }) => !holes.has(`${list} ${id}`))
      .flatMap(({ id, minedAt, block, index, isOwn, transfers }): readonly HistoryEntry[] => {
        const place = { id, minedAt, block, index }
        const kind = list === 'transactions' ? 'coin' : list
        const moved = transfers.filter((one) => one.kind === kind)
        if (list !== 'transactions') {
          return moved.map(({ transfer }, key) => ({ ...place, key: String(key), transfers: [transfer] }))
        }
        if (!isOwn && moved.length === 0) return []
        const facts = { status: 'confirmed' as const, from: isOwn ? account : stranger }
        return [{ ...place, facts, transfers: moved.map(({ transfer }) => transfer) }]
      })

/** What the chain's nodes see: everything but coins that are paid out inside. */
export const entriesOfChain =
  (holes: Holes): Entries =>
  (transactions) =>
    transactions
      .filter(({ id }) => !holes.has(`chain ${id}`))
      .flatMap(({ id, minedAt, isOwn, transfers }): readonly HistoryEntry[] => {
        const moved = transfers.filter(({ kind }) => kind !== 'internal').map(({ transfer }) => transfer)
        if (!isOwn && moved.length === 0) return []
        const facts = { status: 'confirmed' as const, operation: 'send', from: isOwn ? account : stranger }
        return [{ id, minedAt, facts, transfers: moved }]
      })

export interface GeneratedList {
  readonly id: string
  readonly entries: Entries
  readonly pageSize: number
}

/** A list that pages by place, whose answers come in any order. */
export function listOf(
  { id, entries, pageSize }: GeneratedList,
  current: () => readonly GeneratedTransaction[],
  wait: () => Promise<void>,
): HistoryList {
  return {
    id,
    async read({ cursor }: HistoryListRequest): Promise<HistoryListPage> {
      await wait()
      const all = entries(current())
      const start = cursor === undefined ? 0 : all.findIndex((entry) => nameOf(entry) > cursor)
      const page = start < 0 ? [] : all.slice(start, start + pageSize)
      const last = page.at(-1)
      await wait()
      const hasMore = last !== undefined && last !== all.at(-1)
      return { entries: page, ...(hasMore ? { next: nameOf(last) } : {}) }
    },
  }
}

/** In the order of the list, so that what a reorganization adds or takes shifts nothing. */
function nameOf({ id, key, minedAt = 0 }: HistoryEntry): string {
  // no money: a time and a place
  const place = Number.parseInt(id, 16) % 7
  const age = String(9_999_999_999_999 - minedAt).padStart(14, '0')
  return `${age}.${9 - place}.${id}.${key ?? ''}`
}
