import { Banner, Card, DetailList, Stack, useMessages } from '@latchkey/ui-react'
import type { LedgerReading, LedgerReview } from '../LedgerReview.js'
import type { LedgerShows } from '../LedgerService.js'
import { ledgerMessages } from './messages.js'
import { useReviewDetails } from './useReviewDetails.js'

export interface ReviewCardProps {
  readonly review: LedgerReview
  readonly shows: LedgerShows
}

/** What the page reads out of what is signed, and what that is worth beside what the device shows. */
export function ReviewCard({ review, shows }: ReviewCardProps) {
  const messages = useMessages(ledgerMessages)
  const isAlone = shows === 'contract' || shows === 'hashes'
  if (review === 'unexplained') {
    return (
      <Banner tone="warning" announce="status">
        {messages.unexplained}
      </Banner>
    )
  }
  return (
    <div role="status">
      <Card variant="outlined" data-testid="lk-ledger-review">
        <Stack>
          <ReadingDetails reading={review} />
          <p>{isAlone ? messages.readingAlone : messages.readingCompare}</p>
        </Stack>
      </Card>
    </div>
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
