import type { TransactionOperation, TransactionTransfer } from '@latchkey/kernel/contracts'
import { AmountText, safeText, useLocale, useMessages } from '@latchkey/ui-react'
import { activityMessages } from './messages.js'
import { signOf } from './signOf.js'

export interface TransferTextProps {
  readonly operation: TransactionOperation
  readonly transfer: TransactionTransfer
}

/** How much of what moved: an amount with its sign, or the collectible by name and number. */
export function TransferText({ operation, transfer }: TransferTextProps) {
  const messages = useMessages(activityMessages)
  const locale = useLocale()
  const { amount, collectible, name } = transfer
  const sign = signOf(operation, transfer)
  if (collectible) {
    const what = messages.collectible({
      name: safeText(name ?? amount.symbol, 40),
      id: safeText(collectible.id, 12),
    })
    const text =
      amount.value > 1n
        ? messages.several({ count: new Intl.NumberFormat(locale).format(amount.value), what })
        : what
    return <bdi>{`${sign}${text}`}</bdi>
  }
  const value = sign === '−' ? -amount.value : amount.value
  return (
    <AmountText
      value={value}
      decimals={amount.decimals}
      symbol={amount.symbol}
      sign={sign === '+' ? 'always' : 'auto'}
      tone={sign === '+' ? 'positive' : 'neutral'}
    />
  )
}
