import { Navigation } from '@latchkey/kernel/wallet'
import {
  AddressText,
  EmptyState,
  ListRow,
  safeText,
  SearchField,
  TokenIcon,
  useLegal,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { onrampMessages } from './onrampMessages.js'
import type { OnrampViewProps } from './OnrampViewProps.js'
import { useOnrampState } from './useOnrampState.js'

/** From how many on a search helps, and how many are drawn. */
const searchFrom = 8
const rowLimit = 200

/** What can be bought on the network. */
export default function AssetView({ controller }: OnrampViewProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const legal = useLegal()
  const { options, asset: chosen, target } = useOnrampState()
  const [query, setQuery] = useState('')
  const text = query.trim().toLowerCase()
  const shown = options.assets.filter(({ symbol, name = '', address = '' }) =>
    [symbol, name, address].some((value) => value.toLowerCase().includes(text)),
  )
  return (
    <div className="lk-stack" data-gap="sm">
      {legal.checkbox}
      {options.assets.length > searchFrom ? (
        <SearchField value={query} onChange={setQuery} label={messages.search} testId="onramp-asset-search" />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          title={messages.nothingFound}
          text={messages.nothingFoundText({ query: safeText(query.trim(), 40) })}
        />
      ) : (
        <fieldset className="lk-list" aria-label={messages.titleAsset}>
          {shown.slice(0, rowLimit).map((asset) => (
            <ListRow
              key={asset.address ?? 'coin'}
              leading={
                <TokenIcon symbol={asset.symbol} networkId={asset.networkId} address={asset.address} />
              }
              title={safeText(asset.symbol, 12)}
              subtitle={safeText(asset.name ?? target?.networkName ?? '', 40)}
              trailingSubtitle={asset.address === undefined ? null : <AddressText address={asset.address} />}
              selected={asset.address === chosen?.address}
              disabled={legal.locked}
              testId={`onramp-asset-${asset.address ?? 'coin'}`}
              onClick={() => {
                controller.setAsset(asset)
                navigation.back()
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
