import type { Network } from '@latchkey/kernel/plugin'
import { noticeWords } from '@latchkey/kernel/transaction'
import { Banner, Button, safeText, useMessages, useWords } from '@latchkey/ui-react'
import type { DateTexts } from './createDateTexts.js'
import { activityMessages } from './messages.js'
import { SearchedNote } from './SearchedNote.js'
import type { UseActivityResult } from './useActivity.js'

export interface ListEndProps {
  readonly activity: UseActivityResult
  readonly network: Network | undefined
  readonly dates: DateTexts
}

/** What stands under the oldest row: why it is the last one, and what can be done about it. */
export function ListEnd({ activity, network, dates }: ListEndProps) {
  const messages = useMessages(activityMessages)
  const say = useWords()
  const { hasMore, error, reading, loadMore, searched, gaps } = activity
  return (
    <div className="lk-stack" data-gap="sm" data-testid="activity-end">
      {error ? <Banner tone="warning">{messages.moreUnavailable}</Banner> : null}
      <SearchedNote searched={searched} network={network} dates={dates} />
      {gaps.map((gap) => (
        <p key={gap.code} className="lk-list-note" data-testid={`activity-gap-${gap.code}`}>
          {safeText(say(noticeWords(gap)), 300)}
        </p>
      ))}
      {hasMore ? (
        <Button variant="secondary" loading={reading} data-testid="activity-more" onClick={loadMore}>
          {error ? messages.retry : messages.lookFurther}
        </Button>
      ) : null}
    </div>
  )
}
