import {
  FiatText,
  HiddenAmount,
  useCounted,
  useMessages,
  useService,
  useSnapshot,
  VisuallyHidden,
} from '@latchkey/ui-react'
import { Balances } from '../BalancesService.js'
import { balancesMessages } from './messages.js'
import { OldPrices } from './OldPrices.js'
import type { UsePortfolioResult } from './usePortfolio.js'

interface PortfolioTotalProps {
  readonly portfolio: UsePortfolioResult
  /** Tells it from another total in the same view. Default: nothing that is seen. */
  readonly title?: string
}

/** One total over all networks, and what it doesn't hold. */
export function PortfolioTotal({ portfolio, title }: PortfolioTotalProps) {
  const messages = useMessages(balancesMessages)
  const counted = useCounted()
  const { hidden } = useSnapshot(useService(Balances).state)
  const { total, unpriced, pricedAt, currency, loading, failed } = portfolio
  return (
    <div className="lk-account-balance" data-testid="portfolio-total" aria-busy={loading > 0}>
      {title && total !== undefined ? (
        <p className="lk-hint">{title}</p>
      ) : (
        <VisuallyHidden>{messages.total}</VisuallyHidden>
      )}
      {total === undefined ? null : (
        <span className="lk-hero-title">
          {hidden ? <HiddenAmount /> : <FiatText value={total} currency={currency} tone="neutral" />}
        </span>
      )}
      {unpriced > 0 && total !== undefined ? (
        <p className="lk-hint" data-testid="portfolio-unpriced">
          {messages.unpriced(counted(unpriced))}
        </p>
      ) : null}
      <OldPrices since={pricedAt} />
      {loading > 0 ? (
        <p className="lk-hint" role="status">
          {messages.loadingNetworks(counted(loading))}
        </p>
      ) : null}
      {failed > 0 ? (
        <p className="lk-hint" role="status" data-testid="portfolio-failed">
          {messages.failedNetworks(counted(failed))}
        </p>
      ) : null}
    </div>
  )
}
