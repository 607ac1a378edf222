import { noticeWords } from '@latchkey/kernel/transaction'
import { Banner, safeText, useLocale, useMessages, useWords } from '@latchkey/ui-react'
import type { ApprovalsState } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'

/** What may be missing in the list, and what nobody can take back. */
export function SearchNotes({ state: { searched, gaps, notices } }: { readonly state: ApprovalsState }) {
  const messages = useMessages(approvalsMessages)
  const say = useWords()
  const locale = useLocale()
  const { fromBlock, since } = searched ?? {}
  const block = fromBlock === undefined ? undefined : new Intl.NumberFormat(locale).format(fromBlock)
  const date =
    since === undefined ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(since)
  return (
    <>
      {[...notices, ...gaps].map((one) => (
        <Banner key={one.code} tone="warning">
          {safeText(say(noticeWords(one)), 300)}
        </Banner>
      ))}
      {block === undefined ? null : <p className="lk-hint">{messages.since({ block, date })}</p>}
    </>
  )
}
