import {
  type ConnectorContribution,
  Connector,
  ConnectingExternalRoute,
  Navigation,
} from '@latchkey/kernel/plugin'
import {
  Button,
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
import { type DirectoryEntry, listEntries } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { listedWallet } from './listedWallet.js'
import { directory as section } from './messages.js'
import { WalletEntryRow } from './WalletEntryRow.js'

/** Every wallet of the list, the installed ones first, with a search that answers on every keystroke. */
export default function AllWalletsView() {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const directory = useService(WalletDirectory)
  const connectors = useContributions(Connector)
  const [query, setQuery] = useState('')
  const { wallets, error, load } = useWallets()
  const entries = useMemo(
    () =>
      listEntries({
        wallets: wallets ?? [],
        connectors,
        recents: directory.recents(),
        filter: directory.filter,
      }),
    [wallets, connectors, directory],
  )
  const search = useMemo(() => createWalletSearch(entries.map(({ record }) => record)), [entries])
  const shown = useMemo(() => {
    if (query.trim() === '') return entries
    const found = search(query)
    return found.flatMap((record) => entries.find((entry) => entry.record === record) ?? [])
  }, [query, entries, search])
  const pairing = connectors.find(
    ({ group, route }) => group === 'walletConnect' && route !== undefined && navigation.draws(route.name),
  )

  function choose({ record, connector }: DirectoryEntry): void {
    directory.remember(record.id)
    if (connector) return openConnector(connector)
    if (pairing?.route) {
      navigation.push(pairing.route, { connectorId: pairing.id, wallet: listedWallet(record) })
    }
  }

  function openConnector({ id, route }: ConnectorContribution): void {
    const drawn = route !== undefined && navigation.draws(route.name) ? route : ConnectingExternalRoute
    navigation.push(drawn, { connectorId: id })
  }

  if (error !== undefined) return <ErrorState error={error} onRetry={load} />
  return (
    <div className="lk-stack" data-gap="sm">
      <SearchField value={query} onChange={setQuery} label={messages.search} testId="lk-directory-search" />
      {wallets === undefined ? (
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
          <VirtualList items={shown} label={messages.wallets} testId="lk-directory-list">
            {(entry) => (
              <WalletEntryRow
                key={entry.record.id}
                entry={entry}
                canPair={pairing !== undefined}
                onChoose={choose}
              />
            )}
          </VirtualList>
        </div>
      )}
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
