import { EndingDetails, NamedAddress, useMessages } from '@latchkey/ui-react'
import type { PayState } from '../Payer.js'
import { billDetails } from './BillSummary.js'
import { Merchant } from './Merchant.js'
import { payMessages } from './payMessages.js'

/** Phases whose title names the amount, unless an exchange is waited for. */
const titled: readonly PayState['phase'][] = ['pending', 'paid']

/** Shows whom a bill was paid to, and the facts of the payment. */
export function PaidDetails({ state }: { readonly state: PayState }) {
  const messages = useMessages(payMessages)
  const { bill, networkId, phase, transaction, target, isDeposit, exchange } = state
  if (!bill || networkId === undefined) return null
  const who = { network: networkId, address: bill.receiver }
  const about = [
    ...billDetails(bill.title, messages.for),
    {
      label: messages.to,
      testId: 'pay-paid-to',
      // The receiver of a deposit is the account itself.
      value: isDeposit ? <NamedAddress {...who} /> : <Merchant {...who} isShort />,
    },
  ]
  return (
    <EndingDetails
      {...{ about, networkId }}
      amount={!exchange && titled.includes(phase) ? undefined : state.amount}
      id={transaction}
      address={exchange ? undefined : target?.address}
      fee={exchange ? undefined : state.fee}
      sentAt={state.askedAt}
      explorerUrl={state.explorerUrl}
      isEnded={phase === 'paid' || phase === 'failed' || phase === 'reported'}
      testId="pay"
    />
  )
}
