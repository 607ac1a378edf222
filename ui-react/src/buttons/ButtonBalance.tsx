import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { AmountText } from '../components/AmountText.js'
import { HiddenAmount } from '../components/HiddenAmount.js'
import { useButtonBalance } from './useButtonBalance.js'

/** The balance on an account button. */
export function ButtonBalance({ namespace }: { readonly namespace: NamespaceId | undefined }): ReactNode {
  const { balance, shown } = useButtonBalance(namespace)
  const amount = shown.amount === undefined ? balance.amount : shown.amount
  if (!amount) return null
  return (
    <span className="lk-account-button-balance" data-testid="account-balance">
      {shown.hidden ? (
        <HiddenAmount />
      ) : (
        <AmountText value={amount.value} decimals={amount.decimals} symbol={amount.symbol} />
      )}
    </span>
  )
}
