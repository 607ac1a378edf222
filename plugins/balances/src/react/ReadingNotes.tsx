import { errorWords } from '@latchkey/kernel/plugin'
import { Banner, useMessages, useTimeText, useWords } from '@latchkey/ui-react'
import { balancesMessages } from './messages.js'
import { RetryButton } from './RetryButton.js'
import type { UseBalancesResult } from './useBalances.js'

/** What a reader should know of the list below: that it is old, or from elsewhere, or not whole. */
export function ReadingNotes({ balances }: { readonly balances: UseBalancesResult }) {
  const messages = useMessages(balancesMessages)
  const say = useWords()
  const timeOf = useTimeText()
  const { status, source, problems, readAt, retryAt, refreshing, refresh } = balances
  if (status === 'error') {
    return (
      <Banner
        tone="warning"
        title={messages.unavailable}
        action={<RetryButton retryAt={retryAt} refreshing={refreshing} onRetry={refresh} />}
      >
        {readAt === undefined ? undefined : messages.stale({ time: timeOf(readAt) })}
      </Banner>
    )
  }
  if (problems.length === 0) return null
  const others = problems.filter(({ code }) => !code.startsWith('WALLET_DATA_'))
  const isStandIn = source === 'chain' && others.length < problems.length
  // What is wrong with a service is for the developer, whose console has it.
  const told = (isStandIn ? others : problems).map((problem) => say(errorWords(problem)))
  const sentences = [...new Set(isStandIn ? [messages.fromChainText, ...told] : told)].slice(0, 3)
  return (
    <Banner tone="info" title={isStandIn ? messages.fromChain : messages.partial}>
      {sentences.join(' ')}
    </Banner>
  )
}
