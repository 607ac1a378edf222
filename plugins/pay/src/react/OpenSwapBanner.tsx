import { Banner, ExplorerLink, safeText, useLocale, useMessages, useWords } from '@latchkey/ui-react'
import type { OpenSwap } from '../Payer.js'
import { payMessages } from './payMessages.js'
import { weekdayTimeText } from './weekdayTimeText.js'

const sentences = { asked: 'swapAsked', sent: 'swapSent', unclear: 'swapUnclear' } as const

/** Warns of an earlier swap for the bill that may still happen, so the person doesn't sell twice. */
export function OpenSwapBanner({ swap }: { readonly swap: OpenSwap | undefined }) {
  const messages = useMessages(payMessages)
  const say = useWords()
  const locale = useLocale()
  if (!swap) return null
  const reason = swap.reason === undefined ? '' : safeText(say(swap.reason), 300)
  return (
    <div className="lk-stack" data-gap="sm" data-testid={`pay-swap-${swap.status}`}>
      <Banner tone="warning" announce="status">
        {reason
          ? messages.swapBecause({ reason })
          : messages[sentences[swap.status]]({ time: weekdayTimeText(swap.askedAt, locale) })}
      </Banner>
      <ExplorerLink url={swap.explorerUrl} testId="pay-swap-explorer" />
    </div>
  )
}
