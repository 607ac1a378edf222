import { Navigation } from '@latchkey/kernel/wallet'
import {
  EmptyState,
  ListRow,
  safeText,
  TokenIcon,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import type { Purchase } from '../purchases.js'
import { BuyInProgressRoute } from '../routes.js'
import { moneyText, shortAssetText } from './moneyText.js'
import { onrampMessages } from './onrampMessages.js'
import { useOnrampState } from './useOnrampState.js'

/** What was bought on this device, newest first. */
export default function PurchasesView() {
  const messages = useMessages(onrampMessages)
  const { purchases } = useOnrampState()
  if (purchases.length === 0) {
    return <EmptyState title={messages.noPurchases} text={messages.noPurchasesText} />
  }
  return (
    <div className="lk-stack">
      <fieldset className="lk-list" aria-label={messages.titleActivity} data-testid="onramp-list">
        {purchases.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </fieldset>
    </div>
  )
}

function PurchaseRow({ purchase }: { readonly purchase: Purchase }) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const { id, asset, amount, currency, received, status, startedAt } = purchase
  const provider = safeText(purchase.providerName, 32)
  const date = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).format(startedAt)
  const paid = moneyText(amount, currency, locale)
  const words = {
    open: messages.statusOpen,
    partial: messages.statusPartial,
    delivered: messages.statusDelivered,
    failed: messages.statusFailed,
    refunded: messages.statusRefunded,
  }[status]
  return (
    <ListRow
      leading={<TokenIcon symbol={asset.symbol} networkId={asset.networkId} address={asset.address} />}
      title={
        received === undefined
          ? messages.payFor({ amount: paid, asset: safeText(asset.symbol, 12) })
          : shortAssetText(received, asset.symbol, locale)
      }
      subtitle={messages.purchaseAt({ provider, date })}
      trailing={received === undefined ? null : paid}
      trailingSubtitle={words}
      chevron
      testId={`onramp-purchase-${status}`}
      onClick={() => navigation.push(BuyInProgressRoute, { id })}
    />
  )
}
