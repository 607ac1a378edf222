import { AmountText, type Detail, DetailList, FiatText, safeText, useMessages } from '@latchkey/ui-react'
import type { PayState } from '../Payer.js'
import { AssetPicture } from './AssetPicture.js'
import { Merchant } from './Merchant.js'
import { payMessages } from './payMessages.js'
import { useWorth } from './useWorth.js'

/** The payment's public memo. Untrusted text. */
export const memoDetails = (memo: string | undefined, label: string): readonly Detail[] =>
  memo === undefined
    ? []
    : [{ label, value: <bdi>{safeText(memo, 200)}</bdi>, stacked: true, testId: 'pay-memo' }]

/** The goods or the service that the bill is for. Untrusted text. */
export const billDetails = (title: string | undefined, label: string): readonly Detail[] =>
  title === undefined
    ? []
    : [{ label, value: <bdi>{safeText(title, 200)}</bdi>, stacked: true, testId: 'pay-for' }]

/** What has to be paid, and to whom. */
export function BillSummary({
  state: { bill, amount, networkId, networkName },
}: {
  readonly state: PayState
}) {
  const messages = useMessages(payMessages)
  const worth = useWorth(amount, bill?.asset)
  if (!bill || !amount) return null
  return (
    <div className="lk-stack">
      <div className="lk-hero">
        <AssetPicture asset={bill.asset} symbol={amount.symbol} networkName={networkName} />
        <p className="lk-hero-title" data-testid="pay-amount">
          <AmountText {...amount} maximumFractionDigits={amount.decimals} />
        </p>
        {worth === undefined ? null : <FiatText value={worth} />}
        {bill.title === undefined ? null : <p className="lk-hero-text">{safeText(bill.title, 200)}</p>}
      </div>
      <DetailList
        details={[
          {
            label: messages.to,
            value: <Merchant network={networkId ?? ''} address={bill.receiver} />,
            stacked: true,
            testId: 'pay-receiver',
          },
          { label: messages.network, value: safeText(networkName ?? '', 40) },
          ...memoDetails(bill.memo, messages.memo),
        ]}
      />
    </div>
  )
}
