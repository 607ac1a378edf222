import { Connector } from '@latchkey/kernel/plugin'
import { isMobile, useContributions, useIsExcluded, useService } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { createWalletSearch } from '../createWalletSearch.js'
import { platformsOf } from '../filterWallets.js'
import { type DirectoryEntry, listEntries, withOthers } from '../listEntries.js'
import type { WalletRecord } from '../wallet.js'
import { WalletDirectory } from '../walletDirectory.js'
import { isHidden } from './isHidden.js'
import type { ChosenFilters } from './WalletFilters.js'

export interface ShownEntriesInput {
  /** The built-in list, once it is loaded. */
  readonly wallets: readonly WalletRecord[] | undefined
  readonly hosted: { readonly wallets: readonly WalletRecord[]; readonly isSearch: boolean }
  readonly query: string
  readonly chosen: ChosenFilters
}

/** The rows for what the person searches and chose, from every source, without what the host excluded. */
export function useShownEntries({ wallets, hosted, query, chosen }: ShownEntriesInput) {
  const directory = useService(WalletDirectory)
  const connectors = useContributions(Connector)
  const isExcluded = useIsExcluded()
  const { certified } = chosen
  const listed = useMemo(
    // Nobody examined the built-in list, and a certified wallet must not hide behind its record there.
    () => withOthers(certified ? [] : (wallets ?? []), hosted.wallets),
    [wallets, hosted.wallets, certified],
  )
  const entries = useMemo(() => {
    const { filter } = directory
    const all = listEntries({ wallets: listed, connectors, recents: directory.recents(), filter })
    return all.filter((entry) => fits(entry, chosen) && !isHidden(entry, isExcluded))
  }, [listed, connectors, directory, chosen, isExcluded])
  const search = useMemo(() => createWalletSearch(entries.map(({ record }) => record)), [entries])
  return useMemo(() => {
    if (query.trim() === '') return entries
    const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
    const found = new Set(search(query))
    const others = hosted.isSearch ? hosted.wallets.filter((record) => !found.has(record)) : []
    return [...found, ...others].flatMap((record) => byRecord.get(record) ?? [])
  }, [query, entries, search, hosted.isSearch, hosted.wallets])
}

function fits({ record, connector }: DirectoryEntry, { platform, certified }: ChosenFilters): boolean {
  if (certified && !record.isCertified) return false
  if (platform === 'all' || platformsOf(record).includes(platform)) return true
  // Whatever is installed works where this page runs.
  return connector !== undefined && platform === (isMobile() ? 'mobile' : 'browser')
}
