import { useMessages } from '@latchkey/ui-react'
import { activityMessages } from './messages.js'
import type { TransferValues } from './useValues.js'

/** Says of which day the prices are, where a value is shown. */
export function ValuesNote({ values }: { readonly values: TransferValues }) {
  const messages = useMessages(activityMessages)
  if (!values.isAny) return null
  return (
    <p className="lk-hint" data-testid="activity-values">
      {messages.values}
    </p>
  )
}
