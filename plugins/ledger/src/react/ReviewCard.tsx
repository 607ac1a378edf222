import { Banner, Card, DetailList, Stack, useMessages } from '@latchkey/ui-react'
import type { LedgerReading, LedgerReview } from '../LedgerReview.js'
import type { LedgerShows } from '../LedgerService.js'
import { ledgerMessages } from './messages.js'
import { useReviewDetails } from './useReviewDetails.js'

/** What the page reads out of what is signed. */
export function ReviewCard({ review }: { readonly review: LedgerReading }) {
  return (
    <div role="status">
      <Card variant="outlined" data-testid="lk-ledger-review">
        <Stack>
          <ReadingDetails reading={review} />
        </Stack>
      </Card>
    </div>
  )
}

export interface ReviewNoteProps {
  readonly review: LedgerReview
  readonly shows: LedgerShows
}

/** What the page's reading is worth beside what the device shows. */
export function ReviewNote({ review, shows }: ReviewNoteProps) {
  const messages = useMessages(ledgerMessages)
  if (review === 'unexplained') {
    return (
      <Banner tone="warning" announce="status">
        {messages.unexplained}
      </Banner>
    )
  }
  const isAlone = shows === 'contract' || shows === 'hashes'
  return (
    <Banner tone={isAlone ? 'warning' : 'info'} announce="status">
      {isAlone ? messages.readingAlone : messages.readingCompare}
    </Banner>
  )
}

function ReadingDetails({ reading }: { readonly reading: LedgerReading }) {
  const { head, rows } = useReviewDetails(reading)
  return (
    <>
      <DetailList details={head} />
      <DetailList details={rows} />
    </>
  )
}
