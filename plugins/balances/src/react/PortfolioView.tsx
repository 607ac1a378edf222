import type { NetworkId } from '@latchkey/kernel/plugin'
import {
  Button,
  Chip,
  EmptyState,
  ListRow,
  safeText,
  SkeletonRow,
  Switch,
  useMessages,
  useService,
  useSnapshot,
  VirtualList,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { Balances } from '../BalancesService.js'
import { HoldingIcon } from './HoldingIcon.js'
import { HoldingRow } from './HoldingRow.js'
import { balancesMessages } from './messages.js'
import { PortfolioTotal } from './PortfolioTotal.js'
import { type PortfolioHolding, usePortfolio, type UsePortfolioResult } from './usePortfolio.js'

/** Everything on all networks, to filter by network, and to choose what is shown. */
export default function PortfolioView() {
  const messages = useMessages(balancesMessages)
  const [networkId, setNetworkId] = useState<NetworkId>()
  const [isChoosing, setChoosing] = useState(false)
  const { hidden } = useSnapshot(useService(Balances).state)
  const portfolio = usePortfolio({ networkId, withHidden: isChoosing })
  const { holdings, networks, currency, loading, showsTestnets } = portfolio
  return (
    <div className="lk-stack" data-gap="sm">
      <PortfolioTotal portfolio={portfolio} />
      <fieldset className="lk-toolbar lk-chips" aria-label={messages.filter}>
        <Chip selected={networkId === undefined} onClick={() => setNetworkId(undefined)}>
          {messages.allNetworks}
        </Chip>
        {networks.map(({ id, name }) => (
          <Chip
            key={id}
            selected={networkId === id}
            data-testid={`portfolio-network-${id}`}
            onClick={() => setNetworkId(id)}
          >
            {safeText(name, 40)}
          </Chip>
        ))}
      </fieldset>
      {holdings.length === 0 ? (
        loading > 0 ? (
          <SkeletonRow trailing />
        ) : (
          <EmptyState title={messages.empty} text={messages.nothingAnywhere} />
        )
      ) : (
        <div className="lk-tall-list">
          <VirtualList
            items={isChoosing ? eachOnce(holdings) : holdings}
            label={messages.tokens}
            testId="portfolio-list"
            focusable
          >
            {(holding) =>
              isChoosing ? (
                <ChosenToken key={holding.id} holding={holding} onChange={portfolio.setTokenHidden} />
              ) : (
                <HoldingRow
                  key={holding.id}
                  holding={holding}
                  network={holding.network}
                  currency={currency}
                  hidden={hidden}
                  isAmongNetworks={networkId === undefined}
                />
              )
            }
          </VirtualList>
        </div>
      )}
      <Switch
        checked={showsTestnets}
        label={messages.testnets}
        data-testid="portfolio-testnets"
        onChange={portfolio.setShowsTestnets}
      />
      <Button
        variant="secondary"
        fullWidth
        data-testid="portfolio-choose"
        onClick={() => setChoosing(!isChoosing)}
      >
        {isChoosing ? messages.chooseDone : messages.chooseTokens}
      </Button>
    </div>
  )
}

interface ChosenTokenProps {
  readonly holding: PortfolioHolding
  onChange: UsePortfolioResult['setTokenHidden']
}

/** Shows or hides a token with a press, for all accounts. */
function ChosenToken({ holding, onChange }: ChosenTokenProps) {
  const messages = useMessages(balancesMessages)
  const { name, amount, network, networkId, key, isHidden } = holding
  const label = safeText(name, 60) || safeText(amount.symbol, 12) || messages.unnamed
  const networkName = safeText(network?.name ?? '', 40) || messages.thisNetwork
  const token = `${label}, ${networkName}`
  return (
    <ListRow
      leading={<HoldingIcon holding={holding} symbol={amount.symbol} network={network} />}
      title={label}
      subtitle={networkName}
      trailing={
        <Button
          variant="secondary"
          size="sm"
          aria-label={isHidden ? messages.showNamed({ token }) : messages.hideNamed({ token })}
          data-testid={`portfolio-choose-${networkId}/${key}`}
          onClick={() => onChange(networkId, key, !isHidden)}
        >
          {isHidden ? messages.showToken : messages.hideToken}
        </Button>
      }
    />
  )
}

/** Of several accounts that hold a token, one: it is hidden for all. */
const eachOnce = (holdings: readonly PortfolioHolding[]) => [
  ...new Map(holdings.map((holding) => [`${holding.networkId}/${holding.key}`, holding])).values(),
]
