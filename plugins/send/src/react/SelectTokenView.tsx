import { Navigation } from '@latchkey/kernel/plugin'
import {
  AmountText,
  Button,
  EmptyState,
  ErrorState,
  FiatText,
  ListRow,
  SearchField,
  SkeletonRow,
  safeText,
  TokenIcon,
  truncateAddress,
  useMessages,
  useService,
  VirtualList,
  useWords,
} from '@latchkey/ui-react'
import type { Holding } from '@latchkey/kernel/plugin'
import { useEffect, useMemo, useState } from 'react'
import { SendRoute } from '../routes.js'
import { filterHoldings } from './filterHoldings.js'
import { sendMessages } from './messages.js'
import type { SendViewProps } from './SendViewProps.js'
import { useBuyFeature } from './useBuyFeature.js'
import { useSendState } from './useSendState.js'

/** What the account holds on the active network, with a search by name, symbol or address. */
export default function SelectTokenView({ controller }: SendViewProps) {
  const messages = useMessages(sendMessages)
  const say = useWords()
  const navigation = useService(Navigation)
  const buy = useBuyFeature()
  const { balances, target, draft, currency } = useSendState()
  const [query, setQuery] = useState('')
  const { holdings, status, error } = balances
  const shown = useMemo(() => filterHoldings(holdings, query), [holdings, query])

  useEffect(() => {
    void controller.loadBalances()
  }, [controller])

  function choose(token: Holding): void {
    controller.chooseToken(token)
    if (!navigation.backTo(SendRoute)) navigation.replace(SendRoute, undefined)
  }

  if (status === 'error' && holdings.length === 0) {
    return <ErrorState error={error} onRetry={() => void controller.loadBalances({ fresh: true })} />
  }
  if (status !== 'ready' && holdings.length === 0) return <LoadingRows />
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField
        value={query}
        onChange={setQuery}
        label={messages.searchTokens}
        testId="send-token-search"
      />
      {shown.length > 0 ? (
        <div className="lk-tall-list">
          <VirtualList items={shown} label={messages.tokens} testId="send-token-list">
            {(holding) => (
              <TokenRow
                key={holding.address ?? 'native'}
                holding={holding}
                currency={currency.toUpperCase()}
                selected={draft.token !== undefined && draft.token.address === holding.address}
                onChoose={choose}
              />
            )}
          </VirtualList>
        </div>
      ) : holdings.length === 0 ? (
        <EmptyState
          title={messages.noTokens}
          text={messages.noTokensText({ network: safeText(target?.networkName ?? '', 40) })}
          action={buy ? <Button onClick={() => buy.open()}>{say(buy.label)}</Button> : null}
        />
      ) : (
        <EmptyState
          title={messages.noTokenFound}
          text={messages.noTokenFoundText({ query: safeText(query.trim(), 40) })}
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {messages.showAll}
            </Button>
          }
        />
      )}
    </div>
  )
}

interface TokenRowProps {
  readonly holding: Holding
  /** ISO 4217 code. */
  readonly currency: string
  readonly selected: boolean
  onChoose(holding: Holding): void
}

/** A token goes with its address: its name and symbol can be anybody's. */
function TokenRow({ holding, currency, selected, onChoose }: TokenRowProps) {
  const { amount, address, name, icon, worth } = holding
  const symbol = safeText(amount.symbol, 12)
  return (
    <ListRow
      leading={
        <TokenIcon symbol={amount.symbol} src={icon} networkId={holding.networkId} address={address} />
      }
      title={safeText(name, 40) || symbol}
      subtitle={address === undefined ? symbol : `${symbol} · ${truncateAddress(safeText(address))}`}
      trailing={<AmountText {...amount} symbol={undefined} />}
      trailingSubtitle={worth === undefined ? undefined : <FiatText value={worth} currency={currency} />}
      selected={selected}
      testId={`send-token-${address ?? 'native'}`}
      onClick={() => onChoose(holding)}
    />
  )
}

function LoadingRows() {
  const messages = useMessages(sendMessages)
  return (
    <div className="lk-list" role="status" aria-label={messages.balanceLoading}>
      <SkeletonRow trailing />
      <SkeletonRow trailing />
      <SkeletonRow trailing />
    </div>
  )
}
