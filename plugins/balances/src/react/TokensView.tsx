import type { NamespaceId } from '@latchkey/kernel/plugin'
import {
  Button,
  Chip,
  EmptyState,
  safeText,
  SearchField,
  SkeletonRow,
  useAccount,
  useMessages,
  VirtualList,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { HoldingRow } from './HoldingRow.js'
import { balancesMessages } from './messages.js'
import { ReadingNotes } from './ReadingNotes.js'
import { useBalances } from './useBalances.js'
import { type HoldingsOrder, useHoldings } from './useHoldings.js'

interface TokensViewProps {
  readonly params: { readonly namespace?: NamespaceId } | undefined
}

/** Every token of the account, of which only the visible ones are drawn. */
export default function TokensView({ params }: TokensViewProps) {
  const messages = useMessages(balancesMessages)
  const where = params?.namespace === undefined ? {} : { namespace: params.namespace }
  const [query, setQuery] = useState('')
  const [order, setOrder] = useState<HoldingsOrder>('worth')
  const { network } = useAccount(where)
  const balances = useBalances(where)
  const { status, holdings } = useHoldings({ ...where, query, order })
  const { hidden, currency } = balances
  const isSearching = query.trim() !== ''
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField value={query} onChange={setQuery} label={messages.search} testId="balances-search" />
      <fieldset className="lk-toolbar" aria-label={messages.order}>
        <Chip selected={order === 'worth'} onClick={() => setOrder('worth')}>
          {messages.byWorth}
        </Chip>
        <Chip selected={order === 'name'} onClick={() => setOrder('name')}>
          {messages.byName}
        </Chip>
      </fieldset>
      <ReadingNotes balances={balances} />
      {status === 'loading' ? (
        <SkeletonRow trailing />
      ) : holdings.length === 0 ? (
        <EmptyState
          title={isSearching ? messages.noMatch : messages.empty}
          text={isSearching ? messages.noMatchText({ query: safeText(query.trim(), 40) }) : undefined}
          action={
            isSearching ? (
              <Button variant="secondary" onClick={() => setQuery('')}>
                {messages.showAll}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <div className="lk-tall-list">
          <VirtualList items={holdings} label={messages.tokens} testId="balances-list" focusable>
            {(holding) => (
              <HoldingRow
                key={holding.key}
                holding={holding}
                network={network}
                currency={currency}
                hidden={hidden}
              />
            )}
          </VirtualList>
        </div>
      )}
    </div>
  )
}
