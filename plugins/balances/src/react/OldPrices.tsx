import { useLocale, useMessages } from '@latchkey/ui-react'
import { balancesMessages } from './messages.js'

/** Says from when the prices are, where they could not be read again since. */
export function OldPrices({ since }: { readonly since: number | undefined }) {
  const messages = useMessages(balancesMessages)
  const locale = useLocale()
  if (since === undefined) return null
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(since)
  return (
    <p className="lk-hint" role="status" data-testid="balances-old-prices">
      {messages.oldPrices({ time })}
    </p>
  )
}
