import { ConnectingExternalRoute, ConnectingMultiChainRoute, Navigation } from '@latchkey/kernel/wallet'
import {
  Banner,
  Button,
  ErrorState,
  isMobile,
  safeText,
  SearchField,
  SkeletonRow,
  useEmit,
  useCounted,
  useMessages,
  useRemembered,
  useSearchEvent,
  useService,
  useViewMemory,
  VirtualList,
  type VirtualListState,
  VisuallyHidden,
  WalletSelected,
} from '@latchkey/ui-react'
import { useCallback, useEffect, useState } from 'react'
import type { DirectoryEntry } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { directory as section } from './messages.js'
import { NoneFound } from './NoneFound.js'
import { usePairing } from './usePairing.js'
import { useHostedWallets } from './useHostedWallets.js'
import { useShownEntries } from './useShownEntries.js'
import { WalletEntryRow } from './WalletEntryRow.js'
import { type ChosenFilters, WalletFilters } from './WalletFilters.js'

/** With fewer rows there is nothing to scroll, so the next page would never be asked for. */
const screenful = 10

/** Every wallet of the list, the installed ones first, with filters and a search that answers on every keystroke. */
export default function AllWalletsView() {
  const messages = useMessages(section)
  const counted = useCounted()
  const navigation = useService(Navigation)
  const directory = useService(WalletDirectory)
  const memory = useViewMemory()
  const [query, setQuery] = useRemembered('query', '')
  const hasPlatforms = directory.filter.platform === undefined
  const none: ChosenFilters = { platform: 'all', certified: false }
  const [chosen, setChosen] = useRemembered<ChosenFilters>(
    'filters',
    hasPlatforms && isMobile() ? { ...none, platform: 'mobile' } : none,
  )
  const { wallets, error, load } = useWallets()
  const hosted = useHostedWallets(query, chosen.certified)
  const shown = useShownEntries({ wallets, hosted, query, chosen })
  const pair = usePairing()
  const emit = useEmit()
  useSearchEvent(query, chosen.certified ? 'certified' : '')
  const { more, mayGoOn } = hosted
  useEffect(() => {
    if (shown.length < screenful && mayGoOn) more()
  }, [shown.length, mayGoOn, more])

  function choose({ record, connector, connectors }: DirectoryEntry): void {
    directory.remember(record.id)
    emit(WalletSelected, { name: record.name, platform: connector ? 'browser' : 'qrcode' })
    if (!connector) return pair?.(record)
    const { id, route } = connector
    const own = route !== undefined && navigation.draws(route.name) ? route : ConnectingExternalRoute
    navigation.push(connectors.length > 1 ? ConnectingMultiChainRoute : own, { connectorId: id })
  }

  function showAll(): void {
    setQuery('')
    setChosen(none)
  }

  if (error !== undefined) return <ErrorState error={error} onRetry={load} />
  const text = query.trim()
  const isFiltered = chosen.certified || chosen.platform !== 'all'
  const isWaiting = wallets === undefined || (shown.length === 0 && (hosted.isLoading || mayGoOn))
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField value={query} onChange={setQuery} label={messages.search} testId="lk-directory-search" />
      <WalletFilters
        chosen={chosen}
        onChange={setChosen}
        hasCertified={directory.hosted !== undefined}
        hasPlatforms={hasPlatforms}
        onShowCode={pair && (() => pair())}
      />
      <VisuallyHidden>
        <span role="status" data-testid="lk-directory-count">
          {!isWaiting && (text !== '' || isFiltered) ? messages.found(counted(shown.length)) : ''}
        </span>
      </VisuallyHidden>
      {isWaiting ? (
        <LoadingRows />
      ) : shown.length === 0 ? (
        <NoneFound query={safeText(text, 40)} isFiltered={isFiltered} onShowAll={showAll} />
      ) : (
        <div className="lk-tall-list">
          <VirtualList
            items={shown}
            label={messages.wallets}
            testId="lk-directory-list"
            resetKey={`${text} ${chosen.platform} ${chosen.certified}`}
            initialState={memory.read('list') as VirtualListState | undefined}
            onStateChange={(state) => memory.write('list', state)}
            onEndReached={more}
          >
            {(entry) => (
              <WalletEntryRow
                key={`${entry.connector?.id ?? ''} ${entry.record.id}`}
                entry={entry}
                canPair={pair !== undefined}
                onChoose={choose}
              />
            )}
          </VirtualList>
        </div>
      )}
      {hosted.failed ? <HostedFailed onRetry={hosted.retry} /> : null}
    </div>
  )
}

function HostedFailed({ onRetry }: { onRetry(): void }) {
  const messages = useMessages(section)
  return (
    <Banner
      tone="warning"
      title={messages.hostedFailed}
      announce="status"
      action={
        <Button variant="secondary" onClick={onRetry}>
          {messages.tryAgain}
        </Button>
      }
    />
  )
}

/** As many rows as the list shows at once, so that nothing moves when it comes. */
function LoadingRows() {
  return (
    <div className="lk-tall-list" data-testid="lk-directory-loading">
      <div className="lk-list">
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
          <SkeletonRow key={index} leading="square" subtitle={false} />
        ))}
      </div>
    </div>
  )
}

function useWallets() {
  const directory = useService(WalletDirectory)
  const [wallets, setWallets] = useState<readonly WalletRecord[]>()
  const [error, setError] = useState<unknown>()
  const load = useCallback(() => {
    setError(undefined)
    directory.wallets().then(setWallets, setError)
  }, [directory])
  useEffect(load, [load])
  return { wallets, error, load }
}
