import { useMessages, useTimeText } from '@latchkey/ui-react'
import { balancesMessages } from './messages.js'

/** Says from when the prices are, where they could not be read again since. */
export function OldPrices({ since }: { readonly since: number | undefined }) {
  const messages = useMessages(balancesMessages)
  const timeOf = useTimeText()
  if (since === undefined) return null
  return (
    <p className="lk-hint" role="status" data-testid="balances-old-prices">
      {messages.oldPrices({ time: timeOf(since) })}
    </p>
  )
}
