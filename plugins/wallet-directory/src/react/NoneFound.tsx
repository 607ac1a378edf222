import { Button, EmptyState, useMessages } from '@latchkey/ui-react'
import { directory as section } from './messages.js'

export interface NoneFoundProps {
  /** What was searched; empty when the filters alone leave nothing. */
  readonly query: string
  readonly isFiltered: boolean
  onShowAll(): void
}

/** Why the list is empty, and the way back to all of it. */
export function NoneFound({ query, isFiltered, onShowAll }: NoneFoundProps) {
  const messages = useMessages(section)
  const searched = isFiltered ? messages.noneFitsQuery({ query }) : messages.noneText({ query })
  return (
    <EmptyState
      title={messages.none}
      text={query === '' ? messages.noneFits : searched}
      action={
        <Button variant="secondary" data-testid="lk-directory-show-all" onClick={onShowAll}>
          {messages.showAll}
        </Button>
      }
    />
  )
}
