import type { NetworkId } from '@latchkey/kernel/plugin'
import type { TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import type { TransactionDecided, TransactionSent } from '@latchkey/kernel/transaction'
import { fromStored, mostKept, type PendingTransaction, pendingKey, toStored } from './storedPending.js'
import type { Tools } from './tools.js'

/** Milliseconds after which a transaction is no longer waited for: the network dropped it. */
const longestWait = 48 * 3_600_000
/** Milliseconds a decided one stays when no source names it; sources may lag behind the chain. */
const decidedTime = 10 * 60_000

interface Own extends PendingTransaction {
  /** When the chain decided. */
  readonly decidedAt?: number
}

/** Milliseconds that the clock of a block may be behind the page's. */
const clockSkew = 60_000

type IsSame = (networkId: NetworkId, left: string, right: string) => boolean

/** Whether a transaction of the history is what became of a request that the wallet has named no transaction for. */
function isOutcome(
  { record: asked, sentAt, others }: Own,
  record: TransactionRecord,
  isSame: IsSame,
): boolean {
  const { networkId, id, minedAt, isMadeByOther, transfers } = record
  if (networkId !== asked.networkId || isMadeByOther || others?.includes(id)) return false
  if (minedAt !== undefined && minedAt < sentAt - clockSkew) return false
  const isSameAsset = (left: string | undefined, right: string | undefined) =>
    left === right || (left !== undefined && right !== undefined && isSame(networkId, left, right))
  return asked.transfers.every((wanted) => {
    const ofAsset = transfers.filter(
      ({ asset, isUnproven }) => !isUnproven && isSameAsset(asset, wanted.asset),
    )
    // Calls are asked for with what they come to, and each of them moves a part.
    if (wanted.to === undefined && netOf(ofAsset) === netOf([wanted])) return true
    return ofAsset.some(
      ({ direction, amount, to }) =>
        direction === wanted.direction &&
        amount.value === wanted.amount.value &&
        (to === undefined || wanted.to === undefined || isSameAsset(to, wanted.to)),
    )
  })
}

/** What transfers of one asset come to for the account. */
const netOf = (transfers: readonly TransactionTransfer[]): bigint =>
  transfers.reduce((sum, { direction, amount }) => {
    if (direction === 'self') return sum
    return direction === 'in' ? sum + amount.value : sum - amount.value
  }, 0n)

function ruleOut(one: Own, id: string): Own {
  if (one.record.isUncertain !== true) return one
  return { ...one, others: [id, ...(one.others ?? [])].slice(0, mostKept) }
}

/** Transactions that this app sent, until the history names them. Pending ones outlive a reload. */
export interface OwnTransactions {
  /** Leaves out one that was asked for so long ago that nobody would wait for it any more. */
  add(sent: TransactionSent): void
  /** As `add`, of a replacement that the chain may know as a second transaction: both are shown until `place` is told. */
  addUnsure(sent: TransactionSent & Required<Pick<TransactionSent, 'replaces'>>): void
  /** Tells whether an unsure one takes the place of the pending one; `undefined` where that still isn’t known. */
  place(id: string, takesPlace: boolean | undefined, trail?: string): void
  /** @param instead of a decision between several transactions, the ids of all that didn’t go through */
  decide(decided: TransactionDecided, instead?: readonly string[]): void
  /** Replacements that the chain hasn’t decided on. */
  replacing(): readonly PendingTransaction[]
  /** Those of an account that no source names yet, newest first. */
  of(networkId: NetworkId, address: string): readonly TransactionRecord[]
  /** Ids of pending transactions whose place another one has taken. */
  replaced(): ReadonlySet<string>
  /** Forgets those of an account that its history names as decided. */
  found(address: string, records: readonly TransactionRecord[]): void
  readonly dispose: () => void
}

export function createOwnTransactions(
  { storage, clock, wallets }: Tools,
  onChange: () => void,
): OwnTransactions {
  let own: readonly Own[] = []
  const read = () => {
    const stored = fromStored(storage.read(pendingKey) ?? []).filter(
      ({ sentAt }) => !isOld(sentAt, longestWait),
    )
    const decided = own.filter(({ decidedAt }) => decidedAt !== undefined)
    own = [...decided, ...stored.filter(({ record: { id } }) => !decided.some((one) => one.record.id === id))]
  }
  const isOld = (since: number, time: number) => clock.now() - since > time
  const isOver = ({ decidedAt, sentAt }: Own) =>
    isOld(decidedAt ?? sentAt, decidedAt === undefined ? longestWait : decidedTime)
  const isSame = (networkId: NetworkId, left: string, right: string) =>
    left === right || wallets.namespace(networkId)?.isSameAddress(left, right) === true

  const isOf = (one: Own, networkId: NetworkId, address: string) =>
    one.record.networkId === networkId && isSame(networkId, one.address, address) && !isOver(one)

  function put(next: readonly Own[]): void {
    own = next
    storage.write(pendingKey, toStored(own.filter(({ decidedAt }) => decidedAt === undefined)))
    onChange()
  }

  read()
  const dispose = storage.watch(pendingKey, () => {
    read()
    onChange()
  })

  return {
    dispose,
    replaced: () => new Set(own.flatMap(({ instead = [] }) => instead)),
    replacing: () => own.filter(({ replaces, decidedAt }) => replaces && decidedAt === undefined),
    add({ address, record, askedAt = clock.now(), replaces }) {
      if (isOld(askedAt, longestWait) || own.some((one) => one.record.id === record.id)) return
      const fresh: Own = { address, record: { ...record, status: 'pending' }, sentAt: askedAt }
      put(replaces ? withReplacement(own, { ...fresh, replaces }) : withSent(own, fresh))
    },
    ...unsureOf({ list: () => own, put, now: () => clock.now() }),
    decide({ address, record, submittedAs = record.id }, instead = []) {
      const now = clock.now()
      // Of one that was replaced, who replaced it tells.
      if (own.some((one) => one.record.id !== submittedAs && one.instead?.includes(record.id))) return
      const isMeant = (one: Own) => [record.id, submittedAs, ...instead].some((id) => id === one.record.id)
      // Of a request that came to nothing there is nothing to show.
      if (record.isUncertain) return put(own.filter((one) => !isMeant(one)))
      put(withDecided(own, { address, record: { minedAt: now, ...record } }, isMeant, { now, instead }))
    },
    of: (networkId, address) =>
      own.filter((one) => isOf(one, networkId, address)).map(({ record }) => record),
    found(address, records) {
      const left = withoutNamed(own, address, records, isSame)
      if (left.length < own.length) put(left)
    },
  }
}

interface OwnList {
  list(): readonly Own[]
  put(next: readonly Own[]): void
  now(): number
}

/** Replacements that the chain may know as second transactions. */
function unsureOf({ list, put, now }: OwnList): Pick<OwnTransactions, 'addUnsure' | 'place'> {
  const find = (id: string) => list().find((one) => one.record.id === id)
  return {
    addUnsure({ address, record, replaces }) {
      if (find(record.id)) return
      const fresh: Own = { address, record: { ...record, status: 'pending' }, sentAt: now() }
      put(withSent(list(), { ...fresh, replaces: { ...replaces, isUnsure: true } }))
    },
    place(id, takesPlace, trail) {
      const known = find(id)
      if (known?.replaces?.isUnsure && known.decidedAt === undefined) {
        put(withPlace(list(), known, takesPlace, trail))
      }
    },
  }
}

/** What is left of the transactions when the history of the account names some as decided. */
function withoutNamed(
  own: readonly Own[],
  address: string,
  told: readonly TransactionRecord[],
  isSame: IsSame,
): readonly Own[] {
  // What an explorer alone tells decides nothing.
  const records = told.filter(({ isUnproven }) => !isUnproven)
  const decided = new Set(records.filter(({ status }) => status !== 'pending').map(({ id }) => id))
  const free = [...records]
  return own.filter((one) => {
    if (one.record.isUncertain !== true) {
      return ![one.record.id, ...(one.instead ?? [])].some((id) => decided.has(id))
    }
    const place = isSame(one.record.networkId, one.address, address)
      ? free.findIndex((record) => isOutcome(one, record, isSame))
      : -1
    if (place >= 0) free.splice(place, 1)
    return place < 0
  })
}

function withSent(own: readonly Own[], fresh: Own): readonly Own[] {
  const known = own.filter((one) => one.record.isUncertain !== true).map((one) => one.record.id)
  // What a wallet has named is not what another request, which it has not named, came to.
  if (fresh.record.isUncertain) return [{ ...fresh, others: known.slice(0, mostKept) }, ...own]
  return [fresh, ...own.map((one) => ruleOut(one, fresh.record.id))]
}

/** Puts one in the place of the pending one that it replaces, and of those that this one replaced. */
function withReplacement(own: readonly Own[], fresh: Own & Required<Pick<Own, 'replaces'>>): readonly Own[] {
  const { id } = fresh.replaces.record
  const before = own.find((one) => one.record.id === id)
  const instead = [id, ...(before?.instead ?? [])].slice(0, mostKept)
  const left = own.filter((one) => !instead.includes(one.record.id))
  return [{ ...fresh, instead }, ...left.map((one) => ruleOut(one, fresh.record.id))]
}

function withPlace(
  own: readonly Own[],
  known: Own,
  takesPlace: boolean | undefined,
  trail: string | undefined,
): readonly Own[] {
  const { replaces, ...apart } = known
  if (takesPlace === false || !replaces) return own.map((one) => (one === known ? apart : one))
  const { isUnsure: _, ...sure } = { ...replaces, ...(trail === undefined ? {} : { trail }) }
  if (takesPlace) {
    return withReplacement(
      own.filter((one) => one !== known),
      { ...known, replaces: sure },
    )
  }
  return own.map((one) => (one === known ? { ...known, replaces: { ...sure, isUnsure: true } } : one))
}

function withDecided(
  own: readonly Own[],
  { address, record }: TransactionDecided,
  isMeant: (one: Own) => boolean,
  { now, instead }: { readonly now: number; readonly instead: readonly string[] },
): readonly Own[] {
  const meant = own.filter(isMeant)
  const [known] = meant
  const sentAt = known?.sentAt ?? now
  const ids = [...instead, ...meant.flatMap((one) => [one.record.id, ...(one.instead ?? [])])]
  const others = [...new Set(ids)].filter((id) => id !== record.id)
  const decided: Own = { address, sentAt, record, decidedAt: known?.decidedAt ?? now, instead: others }
  const next = own.flatMap((one) =>
    one === known ? [decided] : meant.includes(one) ? [] : [ruleOut(one, record.id)],
  )
  return known ? next : [decided, ...next]
}
