import { Navigation } from '@latchkey/kernel/wallet'
import {
  CoinsIcon,
  EmptyState,
  ListRow,
  SkeletonRow,
  useLocale,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { Balances } from '../BalancesService.js'
import { PortfolioRoute } from '../PortfolioService.js'
import { HoldingRow } from './HoldingRow.js'
import { balancesMessages } from './messages.js'
import { PortfolioTotal } from './PortfolioTotal.js'
import { usePortfolio } from './usePortfolio.js'

/** Shown of what is held on all networks; the rest is in a view of its own. */
const first = 10

/** The most valuable of what all accounts hold on all networks, and a way to all of it. */
export default function PortfolioTab() {
  const messages = useMessages(balancesMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const { hidden } = useSnapshot(useService(Balances).state)
  const portfolio = usePortfolio()
  const { holdings, currency, loading } = portfolio
  const shown = holdings.slice(0, first)
  return (
    <div className="lk-stack" data-gap="sm" data-testid="portfolio-tab">
      <PortfolioTotal portfolio={portfolio} title={messages.allNetworks} />
      {shown.length === 0 && loading > 0 ? (
        <>
          <SkeletonRow trailing />
          <SkeletonRow trailing />
          <SkeletonRow trailing />
        </>
      ) : null}
      {shown.length === 0 && loading === 0 ? (
        <EmptyState title={messages.empty} text={messages.nothingAnywhere} />
      ) : null}
      <ul className="lk-list" aria-label={messages.tokens}>
        {shown.map((holding) => (
          <li className="lk-list-item" key={holding.id}>
            <HoldingRow
              holding={holding}
              network={holding.network}
              currency={currency}
              hidden={hidden}
              isAmongNetworks
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? null : (
        <ListRow
          leading={
            <span className="lk-row-icon">
              <CoinsIcon />
            </span>
          }
          title={messages.seeAll({ count: new Intl.NumberFormat(locale).format(holdings.length) })}
          chevron
          testId="portfolio-see-all"
          onClick={() => navigation.push(PortfolioRoute)}
        />
      )}
    </div>
  )
}
