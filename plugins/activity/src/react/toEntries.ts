import type { TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import { isTime } from './createDateTexts.js'

/** One line of the list. */
export type Entry =
  | { readonly kind: 'month'; readonly key: string; readonly label: string }
  | {
      readonly kind: 'row'
      readonly key: string
      readonly record: TransactionRecord
      /** At most two; a transaction that moved more has a row for each. */
      readonly transfers: readonly TransactionTransfer[]
    }

export interface EntryOptions {
  /** BCP 47. */
  readonly locale: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** What stands over transactions of which nobody knows when they were. */
  readonly undated: string
}

/**
 * Transactions grouped by year and month, in the page's time zone: of the current year only the month is named. What is
 * pending is of this month.
 */
export function toEntries(records: readonly TransactionRecord[], options: EntryOptions): readonly Entry[] {
  const labelOf = createLabels(options)
  const entries: Entry[] = []
  const seen = new Map<string, number>()
  let month: string | undefined
  for (const record of records) {
    const time = record.minedAt ?? (record.status === 'pending' ? options.now : undefined)
    const date = time === undefined || !isTime(time) ? undefined : new Date(time)
    const current = date ? `${date.getFullYear()}-${date.getMonth()}` : 'undated'
    if (current !== month) {
      month = current
      // A source that is not in order has a month twice; each heading is one of its own all the same.
      const times = seen.get(current) ?? 0
      seen.set(current, times + 1)
      entries.push({ kind: 'month', key: `month ${current} ${times}`, label: labelOf(date) })
    }
    const transfers = record.transfers.filter(({ collectible }) => collectible?.isSpam !== true)
    if (transfers.length <= 2) {
      entries.push({ kind: 'row', key: record.id, record, transfers })
      continue
    }
    for (const [index, transfer] of transfers.entries()) {
      entries.push({ kind: 'row', key: `${record.id} ${index}`, record, transfers: [transfer] })
    }
  }
  return entries
}

function createLabels({ locale, now, undated }: EntryOptions): (date: Date | undefined) => string {
  const thisYear = new Date(now).getFullYear()
  const short = new Intl.DateTimeFormat(locale, { month: 'long' })
  const long = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  return (date) => {
    if (!date) return undated
    return (date.getFullYear() === thisYear ? short : long).format(date)
  }
}
