import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { useLocale, useMessages } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { createDateTexts, type DateTexts } from './createDateTexts.js'
import { activityMessages } from './messages.js'
import { type Entry, toEntries } from './toEntries.js'

/** The lines of the list in the language of the page, and how its dates are written. */
export function useEntries(transactions: readonly TransactionRecord[]): {
  readonly entries: readonly Entry[]
  readonly dates: DateTexts
} {
  const locale = useLocale()
  const { undated } = useMessages(activityMessages)
  const dates = useMemo(() => createDateTexts(locale), [locale])
  const entries = useMemo(
    () => toEntries(transactions, { locale, now: Date.now(), undated }),
    [transactions, locale, undated],
  )
  return { entries, dates }
}
