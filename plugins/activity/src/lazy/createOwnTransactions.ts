import type {
  NetworkId,
  TransactionRecord,
  TransactionDecided,
  TransactionSent,
} from '@latchkey/kernel/plugin'
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
  return asked.transfers.every((wanted) =>
    transfers.some(
      ({ direction, amount, asset, to }) =>
        direction === wanted.direction &&
        amount.value === wanted.amount.value &&
        isSameAsset(asset, wanted.asset) &&
        (to === undefined || wanted.to === undefined || isSameAsset(to, wanted.to)),
    ),
  )
}

function ruleOut(one: Own, id: string): Own {
  if (one.record.isUncertain !== true) return one
  return { ...one, others: [id, ...(one.others ?? [])].slice(0, mostKept) }
}

/** Transactions that this app sent, until the history names them. Pending ones outlive a reload. */
export interface OwnTransactions {
  add(sent: TransactionSent): void
  decide(decided: TransactionDecided): void
  /** Those of an account that no source names yet, newest first. */
  of(networkId: NetworkId, address: string): readonly TransactionRecord[]
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
    add({ address, record, askedAt = clock.now() }) {
      if (own.some((one) => one.record.id === record.id)) return
      const fresh: Own = { address, record: { ...record, status: 'pending' }, sentAt: askedAt }
      const known = own.filter((one) => one.record.isUncertain !== true).map((one) => one.record.id)
      // What a wallet has named is not what another request, which it has not named, came to.
      if (record.isUncertain) put([{ ...fresh, others: known.slice(0, mostKept) }, ...own])
      else put([fresh, ...own.map((one) => ruleOut(one, record.id))])
    },
    decide({ address, record, submittedAs = record.id }) {
      const now = clock.now()
      const isMeant = (one: Own) => one.record.id === record.id || one.record.id === submittedAs
      // Of a request that came to nothing there is nothing to show.
      if (record.isUncertain) return put(own.filter((one) => !isMeant(one)))
      put(withDecided(own, { address, record: { minedAt: now, ...record } }, isMeant, now))
    },
    of: (networkId, address) =>
      own
        .filter(
          (one) =>
            one.record.networkId === networkId && isSame(networkId, one.address, address) && !isOver(one),
        )
        .map(({ record }) => record),
    found(address, records) {
      const left = withoutNamed(own, address, records, isSame)
      if (left.length < own.length) put(left)
    },
  }
}

/** What is left of the transactions when the history of the account names some as decided. */
function withoutNamed(
  own: readonly Own[],
  address: string,
  records: readonly TransactionRecord[],
  isSame: IsSame,
): readonly Own[] {
  const decided = new Set(records.filter(({ status }) => status !== 'pending').map(({ id }) => id))
  const free = [...records]
  return own.filter((one) => {
    if (one.record.isUncertain !== true) return !decided.has(one.record.id)
    const place = isSame(one.record.networkId, one.address, address)
      ? free.findIndex((record) => isOutcome(one, record, isSame))
      : -1
    if (place >= 0) free.splice(place, 1)
    return place < 0
  })
}

function withDecided(
  own: readonly Own[],
  { address, record }: TransactionDecided,
  isMeant: (one: Own) => boolean,
  now: number,
): readonly Own[] {
  const known = own.find(isMeant)
  const sentAt = known?.sentAt ?? now
  const decided: Own = { address, sentAt, record, decidedAt: known?.decidedAt ?? now }
  const next = own.map((one) => (one === known ? decided : ruleOut(one, record.id)))
  return known ? next : [decided, ...next]
}
