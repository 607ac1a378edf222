import { type CoinMove, uniteCoinMoves } from '@latchkey/kernel/chain'
import {
  isCoinToken,
  namespaceOf,
  type TransactionRecord,
  type TransactionTransfer,
} from '@latchkey/kernel/contracts'
import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import type { HistoryEntry } from '../../histories/HistorySource.js'

/** An entry and where it came from. */
export interface FoundEntry {
  readonly entry: HistoryEntry
  /** The source's place in the order of trust: what the first says of a transaction counts. */
  readonly source: number
  readonly list: string
  /** Whether an explorer that the host lists told it, which proves nothing. */
  readonly isListed: boolean
}

export interface Account {
  readonly networkId: NetworkId
  /** As the host lists it. */
  readonly network: Pick<Network, 'coinToken' | 'nativeCurrency'> | undefined
  /** Whether an address is the one whose history it is. */
  isOwn(address: string | undefined): boolean
}

/**
 * One transaction from everything that sources say of it. What several tell of the same transfer counts once; what only one tells
 * is added.
 *
 * @returns `undefined` for a transaction that did nothing for the account.
 */
export function uniteEntries(
  id: string,
  found: readonly FoundEntry[],
  { networkId, network, isOwn }: Account,
): TransactionRecord | undefined {
  const sorted = [...found].sort((one, other) => one.source - other.source)
  const first = sorted.find(({ entry }) => entry.facts)
  const facts = first?.entry.facts
  const isEvm = namespaceOf(networkId) === 'eip155'
  const isMaker = isOwn(facts?.from)
  const transfersOf = (some: readonly FoundEntry[]) => withOneCoin(listTransfers(some), network)
  const base = first ? transfersOf(sorted.filter(({ source }) => source === first.source)) : []
  // Sources that didn't see the failure may tell what would have moved.
  const united = facts?.status === 'failed' ? base : uniteTransfers(sorted, transfersOf)
  // Somebody else's transfer of nothing only puts an address into the history, to be copied by mistake.
  const transfers = isEvm && !isMaker ? united.filter(({ amount }) => amount.value > 0n) : united
  if (facts?.operation === undefined && !isMaker && transfers.length === 0) return undefined
  const isMadeByOther =
    facts?.isMadeByOther ?? (isEvm && !isMaker && transfers.some(({ direction }) => direction !== 'in'))
  const isTold = facts?.operation !== undefined && transfers.length <= base.length
  const derived = operationOf(transfers, facts?.operation ?? facts?.called, isMaker)
  const minedAt = sorted.find(({ entry }) => entry.minedAt !== undefined)?.entry.minedAt
  const [moved] = transfers
  const from = facts?.from ?? moved?.from
  const to = facts?.to ?? moved?.to
  return {
    id,
    networkId,
    operation: isMadeByOther ? 'execute' : isTold && facts?.operation ? facts.operation : derived,
    status: facts?.status ?? 'confirmed',
    ...(minedAt === undefined ? {} : { minedAt }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(facts?.fee && (isMaker || facts.operation !== undefined) ? { fee: facts.fee } : {}),
    ...(facts?.application ? { application: facts.application } : {}),
    transfers,
    ...(isMadeByOther ? { isMadeByOther: true } : {}),
    // Whoever could read it tells what it did.
    ...(sorted.every(({ entry }) => entry.facts?.isUnread) ? { isUnread: true } : {}),
    ...(found.every(({ isListed }) => isListed) ? { isUnproven: true } : {}),
  }
}

/** What the lists of one source tell together: each has another kind. An entry that a list repeats counts once. */
function listTransfers(found: readonly FoundEntry[]): readonly TransactionTransfer[] {
  const seen = new Set<string>()
  const ordered = [...found].sort(({ entry: one }, { entry: other }) => (one.order ?? 0) - (other.order ?? 0))
  return ordered.flatMap(({ entry, list, isListed }) => {
    const name = entry.key ?? (entry.facts ? '' : undefined)
    const key = `${list} ${name}`
    if (name !== undefined && seen.has(key)) return []
    seen.add(key)
    return isListed
      ? entry.transfers.map((transfer) => ({ ...transfer, isUnproven: true as const }))
      : entry.transfers
  })
}

/** Moves of the token that is the network's own coin, as moves of the coin: a source may tell one by both. */
function withOneCoin(
  transfers: readonly TransactionTransfer[],
  network: Account['network'],
): readonly TransactionTransfer[] {
  const isTwin = ({ asset, collectible }: TransactionTransfer) =>
    !collectible && isCoinToken({ address: asset }, network)
  const logged = transfers.filter(isTwin)
  if (!network?.coinToken || logged.length === 0) return transfers
  const { name, symbol, decimals } = network.nativeCurrency
  const toMove = (transfer: TransactionTransfer): CoinMove & { readonly transfer: TransactionTransfer } => {
    const { asset: _asset, ...rest } = transfer
    const amount = transfer.amount.moved ?? transfer.amount.value
    return {
      ...{ from: spelled(transfer.from), to: spelled(transfer.to), amount },
      transfer: isTwin(transfer) ? { ...rest, name, amount: { value: amount, decimals, symbol } } : transfer,
    }
  }
  const coins = transfers.filter(({ asset }) => asset === undefined)
  const moves = uniteCoinMoves(coins.map(toMove), logged.map(toMove), network.coinToken.toLowerCase())
  const others = transfers.filter((transfer) => transfer.asset !== undefined && !isTwin(transfer))
  return [...moves.map(({ transfer }) => transfer), ...others]
}

/** Equal transfers are as many as the source says that knows the most of them. */
function uniteTransfers(
  found: readonly FoundEntry[],
  transfersOf: (some: readonly FoundEntry[]) => readonly TransactionTransfer[],
): readonly TransactionTransfer[] {
  const united: TransactionTransfer[] = []
  const known = new Map<string, number>()
  for (const source of new Set(found.map((one) => one.source))) {
    const own = new Map<string, number>()
    for (const transfer of transfersOf(found.filter((one) => one.source === source))) {
      const key = keyOf(transfer)
      const count = (own.get(key) ?? 0) + 1
      own.set(key, count)
      if (count <= (known.get(key) ?? 0)) continue
      known.set(key, count)
      united.push(transfer)
    }
  }
  return united
}

/** Addresses of EVM networks are written with a checksum or without. */
const spelled = (text: string | undefined) =>
  text !== undefined && /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : (text ?? '')

const keyOf = ({ direction, amount, asset, collectible, from, to }: TransactionTransfer) =>
  JSON.stringify([
    direction,
    // Not every source knows what people read of it.
    String(amount.moved ?? amount.value),
    spelled(asset),
    collectible?.id ?? '',
    spelled(from),
    spelled(to),
  ])

const zeroAddress = /^0x0{40}$/

/** What a transaction did for the account, from what moved, and from what was called where nothing did. */
function operationOf(
  transfers: readonly TransactionTransfer[],
  called: string | undefined,
  isMaker: boolean,
): TransactionRecord['operation'] {
  if (isMaker && called !== undefined && /^(?:deploy|deposit|withdraw|stake|unstake)$/.test(called)) {
    return called
  }
  const incoming = transfers.filter(({ direction }) => direction === 'in')
  const outgoing = transfers.filter(({ direction }) => direction !== 'in')
  if (incoming.length > 0 && outgoing.length > 0) return 'trade'
  if (outgoing.length > 0) return outgoing.every(({ to }) => zeroAddress.test(to ?? '')) ? 'burn' : 'send'
  if (incoming.length > 0)
    return incoming.every(({ from }) => zeroAddress.test(from ?? '')) ? 'mint' : 'receive'
  return called ?? 'execute'
}
