import {
  type Amount,
  namespaceOf,
  toDecimal,
  type TokenKeeper,
  type TransactionRecord,
  type TransactionTransfer,
} from '@latchkey/kernel/contracts'
import {
  type Clock,
  guard,
  type LogService,
  plainText,
  type StorageService,
  storageKey,
} from '@latchkey/kernel/plugin'
import { inOneTab } from '@latchkey/kernel/transaction'
import type { NotificationsService, SessionService, WalletsService } from '@latchkey/kernel/wallet'
import type { AccountActivity, ActivityFeedService } from '../ActivityFeed.js'
import type { IncomingNoticesOptions } from '../incomingNotices.js'

export interface IncomingTools {
  readonly feed: ActivityFeedService
  readonly wallets: WalletsService
  readonly session: SessionService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly clock: Clock
  readonly log: LogService
  readonly tokens: NonNullable<IncomingNoticesOptions['tokens']>
  readonly signal: AbortSignal
  keepers(): readonly TokenKeeper[]
}

/** Transactions told of, over all tabs. More than one reading brings. */
const mostKept = 200
/** Toasts for one reading: many at once bury the page. */
const mostAtOnce = 3
/** How far the clocks of a chain and of this computer may be apart, in milliseconds. */
const clockDifference = 60_000

const isTold = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= 300)
const toldKey = storageKey('activity.incoming', guard(isTold))

interface Known {
  /** Decided transactions that were seen. */
  readonly ids: Set<string>
  /** The newest decided one of the first reading: what stands behind it was there before. */
  head: string | undefined
  /** The time of the first reading, in milliseconds. */
  readonly since: number
}

interface Payment {
  readonly record: TransactionRecord
  readonly amount: Amount
}

/** Tells of payments that come in while the page is open. */
export function createIncoming(tools: IncomingTools) {
  const { feed, clock } = tools
  const known = new Map<string, Known>()

  function look(): void {
    const { entries } = feed.state
    for (const key of known.keys()) if (!entries[key]) known.delete(key)
    for (const [key, entry] of Object.entries(entries)) {
      if (entry.status !== 'success' || entry.reading) continue
      const fresh = takeFresh(known, key, entry, clock.now())
      const payments = fresh.flatMap((record) => paymentsOf(tools, entry, record))
      if (payments.length > 0) void tell(tools, key, payments)
    }
  }
  return { look }
}

/** Decided transactions that came after the first reading, oldest first. */
function takeFresh(
  all: Map<string, Known>,
  key: string,
  { transactions, hasMore }: Pick<AccountActivity, 'transactions' | 'hasMore'>,
  now: number,
): readonly TransactionRecord[] {
  const decided = transactions.filter(({ status, isUnproven }) => status !== 'pending' && !isUnproven)
  const known = all.get(key)
  const begin = () => {
    // Older ones may follow that nobody could tell from new ones.
    if (decided.length === 0 && hasMore) return []
    const ids = new Set(decided.map(({ id }) => id))
    all.set(key, { ids, head: decided[0]?.id, since: known?.since ?? now })
    return []
  }
  if (!known) return begin()
  const { ids, head, since } = known
  const place = head === undefined ? decided.length : decided.findIndex(({ id }) => id === head)
  // So much came in between that nobody can tell what is new: nothing is told, rather than something old.
  if (place < 0) return begin()
  const fresh = decided.slice(0, place).filter(({ id }) => !ids.has(id))
  for (const { id } of fresh) ids.add(id)
  // An index that lagged behind catches up with what is old.
  const isOld = ({ minedAt }: TransactionRecord) => minedAt !== undefined && minedAt < since - clockDifference
  return fresh.filter((record) => !isOld(record)).reverse()
}

/** What somebody else paid. A trade gives something too, and what an own account sends is moved. */
function paymentsOf(
  tools: IncomingTools,
  { networkId, address }: AccountActivity,
  record: TransactionRecord,
): readonly Payment[] {
  const isOwn = ownRule(tools, networkId)
  const { status, isMadeByOther, isUncertain, from, transfers } = record
  const isGiven = transfers.some(({ direction }) => direction !== 'in')
  const isMoved = [from, ...transfers.map((transfer) => transfer.from)].some(
    (sender) => sender !== undefined && isOwn(sender),
  )
  if (status !== 'confirmed' || isMadeByOther || isUncertain || isGiven || isMoved) return []
  return transfers.flatMap((transfer) => {
    const amount = amountOf(tools, { networkId, address }, transfer)
    return amount ? [{ record, amount }] : []
  })
}

function ownRule({ session, wallets }: IncomingTools, networkId: AccountActivity['networkId']) {
  const namespace = namespaceOf(networkId)
  const rules = wallets.namespace(namespace)
  const accounts = session.state.connections
    .flatMap((connection) => connection.accounts)
    .filter((account) => account.namespace === namespace)
  return (other: string) =>
    accounts.some(({ address }) => address === other || rules?.isSameAddress(address, other) === true)
}

/** The amount in the words of the host's or the person's list; `undefined` for what neither has. */
function amountOf(
  { wallets, tokens, keepers }: IncomingTools,
  holder: Pick<AccountActivity, 'networkId' | 'address'>,
  { amount: { value }, asset, collectible, isUnproven }: TransactionTransfer,
): Amount | undefined {
  const { networkId } = holder
  if (collectible || isUnproven || typeof value !== 'bigint' || value <= 0n) return undefined
  const rules = wallets.namespace(networkId)
  if (asset === undefined) {
    const coin = rules?.networks.find(({ id }) => id === networkId)?.nativeCurrency
    return coin && { value, decimals: coin.decimals, symbol: coin.symbol }
  }
  const isThis = ({ address }: { readonly address: string }) =>
    address === asset || rules?.isSameAddress(address, asset) === true
  const listed = [...(tokens[networkId] ?? []), ...keepers().flatMap((keeper) => keeper.list(holder))]
  const token = listed.find(isThis)
  if (!token || keepers().some((keeper) => keeper.hides(holder, asset))) return undefined
  return { value, decimals: token.decimals, symbol: plainText(token.symbol, 24) }
}

/** Other tabs may have seen the same: one of them tells. */
function tell(tools: IncomingTools, key: string, payments: readonly Payment[]): Promise<void> {
  const { storage, notifications, signal, log } = tools
  const idOf = ({ record }: Payment) => `${key}:${record.id}`
  return inOneTab('latchkey.activity.incoming', signal, async () => {
    const told = storage.read(toldKey) ?? []
    const fresh = payments.filter((payment) => !told.includes(idOf(payment)))
    if (fresh.length === 0) return
    storage.write(toldKey, [...told, ...new Set(fresh.map(idOf))].slice(-mostKept))
    for (const { amount } of fresh.slice(-mostAtOnce)) {
      notifications.toast(
        {
          section: 'activity',
          key: 'toastReceived',
          parameters: { amount },
          text: `You received ${toDecimal(amount.value, amount.decimals)} ${amount.symbol}.`,
        },
        { type: 'success', duration: 6_000 },
      )
    }
  }).catch((error: unknown) => {
    if (!signal.aborted) log.warn('Payments received could not be told.', error)
  })
}
