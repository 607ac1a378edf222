import {
  type ConnectorContribution,
  Connector,
  ConnectingExternalRoute,
  Navigation,
} from '@latchkey/kernel/plugin'
import {
  Banner,
  Button,
  Chip,
  EmptyState,
  ErrorState,
  safeText,
  SearchField,
  SkeletonRow,
  useContributions,
  useMessages,
  useService,
  VirtualList,
} from '@latchkey/ui-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createWalletSearch } from '../createWalletSearch.js'
import { type DirectoryEntry, listEntries, withOthers } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { directory as section } from './messages.js'
import { usePairing } from './usePairing.js'
import { useHostedWallets } from './useHostedWallets.js'
import { WalletEntryRow } from './WalletEntryRow.js'

/** Every wallet of the list, the installed ones first, with a search that answers on every keystroke. */
export default function AllWalletsView() {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const directory = useService(WalletDirectory)
  const connectors = useContributions(Connector)
  const [query, setQuery] = useState('')
  const { wallets, error, load } = useWallets()
  const [certified, setCertified] = useState(false)
  const hosted = useHostedWallets(query, certified)
  const listed = useMemo(() => {
    const all = withOthers(certified ? [] : (wallets ?? []), hosted.wallets)
    return all.filter(({ isCertified }) => !certified || isCertified)
  }, [wallets, hosted.wallets, certified])
  const entries = useMemo(
    () =>
      listEntries({
        wallets: listed,
        connectors,
        recents: directory.recents(),
        filter: directory.filter,
      }),
    [listed, connectors, directory],
  )
  const search = useMemo(() => createWalletSearch(entries.map(({ record }) => record)), [entries])
  const shown = useMemo(() => {
    if (query.trim() === '') return entries
    const found = new Set(search(query))
    const others = hosted.isSearch ? hosted.wallets.filter((record) => !found.has(record)) : []
    return [...found, ...others].flatMap((record) => entries.find((entry) => entry.record === record) ?? [])
  }, [query, entries, search, hosted.isSearch, hosted.wallets])
  const pair = usePairing()

  function choose({ record, connector }: DirectoryEntry): void {
    directory.remember(record.id)
    if (connector) return openConnector(connector)
    pair?.(record)
  }

  function openConnector({ id, route }: ConnectorContribution): void {
    const drawn = route !== undefined && navigation.draws(route.name) ? route : ConnectingExternalRoute
    navigation.push(drawn, { connectorId: id })
  }

  if (error !== undefined) return <ErrorState error={error} onRetry={load} />
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField value={query} onChange={setQuery} label={messages.search} testId="lk-directory-search" />
      {directory.hosted ? (
        <div>
          <Chip
            selected={certified}
            data-testid="lk-directory-certified"
            onClick={() => setCertified(!certified)}
          >
            {messages.certified}
          </Chip>
        </div>
      ) : null}
      {wallets === undefined || (shown.length === 0 && hosted.isLoading) ? (
        <SkeletonRow />
      ) : shown.length === 0 ? (
        <EmptyState
          title={messages.none}
          text={messages.noneText({ query: safeText(query.trim(), 40) })}
          action={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {messages.showAll}
            </Button>
          }
        />
      ) : (
        <div className="lk-tall-list">
          <VirtualList
            items={shown}
            label={messages.wallets}
            testId="lk-directory-list"
            onEndReached={hosted.more}
          >
            {(entry) => (
              <WalletEntryRow
                key={entry.record.id}
                entry={entry}
                canPair={pair !== undefined}
                onChoose={choose}
              />
            )}
          </VirtualList>
        </div>
      )}
      {hosted.failed ? (
        <Banner
          tone="warning"
          title={messages.hostedFailed}
          action={
            <Button variant="secondary" onClick={hosted.retry}>
              {messages.tryAgain}
            </Button>
          }
        />
      ) : null}
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
