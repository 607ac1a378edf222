import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  EmptyState,
  ErrorState,
  matchesToken,
  SearchField,
  SkeletonRow,
  safeText,
  TokenRow,
  useBuyFeature,
  useMessages,
  useService,
  VirtualList,
  useWords,
} from '@latchkey/ui-react'
import type { Holding } from '@latchkey/kernel/contracts'
import { useEffect, useMemo, useState } from 'react'
import { SendRoute } from '../routes.js'
import { sendMessages } from './messages.js'
import type { SendViewProps } from './SendViewProps.js'
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
  const shown = useMemo(
    () => holdings.filter(({ amount, ...token }) => matchesToken({ ...token, ...amount }, query)),
    [holdings, query],
  )

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
                {...holding}
                {...holding.amount}
                balance={holding.amount.value}
                currency={currency.toUpperCase()}
                selected={draft.token !== undefined && draft.token.address === holding.address}
                testId={`send-token-${holding.address ?? 'native'}`}
                onChoose={() => choose(holding)}
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
