import { AmountText, type Detail, DetailList, NamedAddress, safeText, useMessages } from '@latchkey/ui-react'
import type { PayState } from '../Payer.js'
import { AssetPicture } from './AssetPicture.js'
import { payMessages } from './payMessages.js'

/** The payment's public memo. Untrusted text. */
export const memoDetails = (memo: string | undefined, label: string): readonly Detail[] =>
  memo === undefined
    ? []
    : [{ label, value: <bdi>{safeText(memo, 200)}</bdi>, stacked: true, testId: 'pay-memo' }]

/** What has to be paid, and to whom. */
export function BillSummary({
  state: { bill, amount, networkId, networkName },
}: {
  readonly state: PayState
}) {
  const messages = useMessages(payMessages)
  if (!bill || !amount) return null
  return (
    <div className="lk-stack">
      <div className="lk-hero">
        <AssetPicture asset={bill.asset} symbol={amount.symbol} networkName={networkName} />
        <p className="lk-hero-title" data-testid="pay-amount">
          <AmountText {...amount} maximumFractionDigits={amount.decimals} />
        </p>
        {bill.title === undefined ? null : <p className="lk-hero-text">{safeText(bill.title, 200)}</p>}
      </div>
      <DetailList
        details={[
          {
            label: messages.to,
            value: <NamedAddress network={networkId ?? ''} address={bill.receiver} full />,
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
