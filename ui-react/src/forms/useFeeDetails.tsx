import type { Amount, FeeForecast } from '@latchkey/kernel/contracts'
import { AmountText } from '../components/AmountText.js'
import type { Detail } from '../components/DetailList.js'
import { FiatText } from '../components/FiatText.js'
import { fees } from '../messages/en/fees.js'
import { useMessages } from '../messages/useMessages.js'

export interface FeeToShow extends FeeForecast {
  /** The most that can be charged. */
  readonly fee: Amount
  /** Decimal string in the currency. */
  readonly feeWorth?: string | undefined
  readonly likelyFeeWorth?: string | undefined
  /** Of the worths. Absent where none is known. */
  readonly currency?: string | undefined
  /** What the wallet may set by itself is no upper limit. Default false. */
  readonly isEstimate?: boolean | undefined
}

/**
 * Returns the rows of a fee: who pays it if the account doesn't, what the network will take and what part of that sets the account up, and
 * the most that it can take. None before anything was checked.
 */
export function useFeeDetails(shown: FeeToShow | undefined, testId: string): readonly Detail[] {
  const messages = useMessages(fees)
  if (!shown) return []
  const { fee, feeWorth, likelyFee, likelyFeeWorth, setUpFee, feePayer, currency, isEstimate } = shown
  if (feePayer === 'executor') return [{ label: messages.likelyFee, testId, value: messages.paidByExecutor }]
  const worthOf = (worth: string | undefined) =>
    worth === undefined || currency === undefined ? undefined : (
      <FiatText value={worth} currency={currency.toUpperCase()} />
    )
  const amountOf = (amount: Amount) => <AmountText {...amount} maximumFractionDigits={8} />
  const likely: Detail[] = []
  if (likelyFee) {
    likely.push({
      label: messages.likelyFee,
      testId: `${testId}-likely`,
      value: amountOf(likelyFee),
      note: worthOf(likelyFeeWorth),
    })
  }
  if (setUpFee) {
    likely.push({ label: messages.setUpFee, testId: `${testId}-set-up`, value: amountOf(setUpFee) })
  }
  return [
    ...likely,
    {
      ...{ label: isEstimate ? messages.feeEstimate : messages.fee, testId, value: amountOf(fee) },
      note: worthOf(feeWorth),
    },
  ]
}
