import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { allowsWallet, type IdentityFilter } from './allowsWallet.js'
import { normalise } from './normalise.js'
import type { WalletRecord } from './wallet.js'

/** One row of the list: a wallet of the list, one that is installed, or both. */
export interface DirectoryEntry {
  readonly record: WalletRecord
  /** How it is connected on this page, when it is installed. */
  readonly connector?: ConnectorContribution
  /** That, and what connects the same wallet to other chains. Empty when it is not installed. */
  readonly connectors: readonly ConnectorContribution[]
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
  const installed = groupByWallet(
    connectors.filter(
      ({ group, name, rdns, readiness }) =>
        group !== 'walletConnect' &&
        group !== 'auth' &&
        readiness() === 'installed' &&
        allowsWallet({ name, ...(rdns === undefined ? {} : { rdns }) }, filter),
    ),
  )
  const isOf = (record: WalletRecord, group: WalletGroup) =>
    group.some((connector) => isSame(record, connector))
  const listed = wallets.map((record) => {
    const group = installed.find((candidate) => isOf(record, candidate))
    return {
      record,
      ...usedAs(record.id),
      ...(group ? { connector: group[0] } : {}),
      connectors: group ?? [],
    }
  })
  const others = installed
    .filter((group) => !wallets.some((record) => isOf(record, group)))
    .map((group) => ({
      record: { id: group[0].id, name: group[0].name },
      connector: group[0],
      connectors: group,
      ...usedAs(group[0].id),
    }))
  const rank = (entry: DirectoryEntry) => (entry.connector ? 0 : entry.recent ? 1 : 2)
  return [...others, ...listed].sort((left, right) => rank(left) - rank(right))
}

type WalletGroup = [ConnectorContribution, ...ConnectorContribution[]]

/** Connectors of one wallet for several chains are one row. Two for the same chain stay two: one may be an impostor. */
function groupByWallet(connectors: readonly ConnectorContribution[]): readonly WalletGroup[] {
  const groups: WalletGroup[] = []
  for (const connector of connectors) {
    const group = groups.find((members) => members.every((member) => isPart(member, connector)))
    if (group) group.push(connector)
    else groups.push([connector])
  }
  return groups
}

function isPart(left: ConnectorContribution, right: ConnectorContribution): boolean {
  if (left.namespaces.some((namespace) => right.namespaces.includes(namespace))) return false
  if (left.rdns !== undefined && right.rdns !== undefined) {
    return left.rdns.toLowerCase() === right.rdns.toLowerCase()
  }
  return normalise(left.name) === normalise(right.name)
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
