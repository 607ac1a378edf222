import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { allowsWallet, type IdentityFilter } from './filterWallets.js'
import { normalise } from './normalise.js'
import type { WalletRecord } from './wallet.js'

/** One row of the list: a wallet of the list, one that is installed, or both. */
export interface DirectoryEntry {
  readonly record: WalletRecord
  /** How it is connected on this page, when it is installed. */
  readonly connector?: ConnectorContribution
  readonly recent: boolean
  /** Whether it was the last one used. */
  readonly lastUsed: boolean
}

export interface ListEntriesInput {
  readonly wallets: readonly WalletRecord[]
  readonly connectors: readonly ConnectorContribution[]
  readonly recents: readonly string[]
  readonly filter: IdentityFilter
}

/** Installed wallets first, then recent ones, then the order of the list. */
export function listEntries({ wallets, connectors, recents, filter }: ListEntriesInput): DirectoryEntry[] {
  const usedAs = (id: string) => ({ recent: recents.includes(id), lastUsed: recents[0] === id })
  const installed = connectors.filter(
    ({ group, name, rdns, readiness }) =>
      group !== 'walletConnect' &&
      group !== 'auth' &&
      readiness() === 'installed' &&
      allowsWallet({ name, ...(rdns === undefined ? {} : { rdns }) }, filter),
  )
  const listed = wallets.map((record) => {
    const connector = installed.find((candidate) => isSame(record, candidate))
    return { record, ...usedAs(record.id), ...(connector ? { connector } : {}) }
  })
  const others = installed
    .filter((connector) => !wallets.some((record) => isSame(record, connector)))
    .map((connector) => ({
      record: { id: connector.id, name: connector.name },
      connector,
      ...usedAs(connector.id),
    }))
  const rank = (entry: DirectoryEntry) => (entry.connector ? 0 : entry.recent ? 1 : 2)
  return [...others, ...listed].sort((left, right) => rank(left) - rank(right))
}

/** Whether a connector on this page is of a wallet of a list. */
export function isSame({ id, name, discovery }: WalletRecord, connector: ConnectorContribution): boolean {
  if (connector.walletId === id) return true
  const rdns = connector.rdns?.toLowerCase()
  if (rdns !== undefined && discovery?.rdns?.some((known) => known.toLowerCase() === rdns)) return true
  const names = [name, discovery?.solana, discovery?.bitcoin?.walletStandardName, discovery?.polkadot]
  return names.some((known) => known !== undefined && normalise(known) === normalise(connector.name))
}

/** The wallets of a list, and after them those of another that are not among them. */
export function withOthers(
  wallets: readonly WalletRecord[],
  others: readonly WalletRecord[],
): readonly WalletRecord[] {
  const known = new Set(wallets.flatMap(identities))
  const added: WalletRecord[] = []
  for (const wallet of others) {
    const own = identities(wallet)
    if (own.some((identity) => known.has(identity))) continue
    for (const identity of own) known.add(identity)
    added.push(wallet)
  }
  return [...wallets, ...added]
}

const identities = ({ id, name, discovery }: WalletRecord) => [
  `id ${id}`,
  `name ${normalise(name)}`,
  ...(discovery?.rdns ?? []).map((rdns) => `rdns ${rdns.toLowerCase()}`),
]
