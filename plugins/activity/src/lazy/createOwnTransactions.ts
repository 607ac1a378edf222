import type {
  NetworkId,
  TransactionRecord,
  TransactionDecided,
  TransactionSent,
} from '@latchkey/kernel/plugin'
import { fromStored, type PendingTransaction, pendingKey, toStored } from './storedPending.js'
import type { Tools } from './tools.js'

/** After so many milliseconds nobody waits any longer: the network dropped it. */
const longestWait = 48 * 3_600_000
/** Milliseconds a decided one stays when no source names it; sources may lag behind the chain. */
const decidedTime = 10 * 60_000

interface Own extends PendingTransaction {
  /** When the chain decided. */
  readonly decidedAt?: number
}

/** Transactions that this app sent, until the history names them. Pending ones outlive a reload. */
export interface OwnTransactions {
  add(sent: TransactionSent): void
  decide(decided: TransactionDecided): void
  /** Those of an account that no source names yet, newest first. */
  of(networkId: NetworkId, address: string): readonly TransactionRecord[]
  /** Forgets those that the history names as decided. */
  found(records: readonly TransactionRecord[]): void
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
    add({ address, record }) {
      if (own.some((one) => one.record.id === record.id)) return
      put([{ address, record: { ...record, status: 'pending' }, sentAt: clock.now() }, ...own])
    },
    decide({ address, record }) {
      const now = clock.now()
      const known = own.find((one) => one.record.id === record.id)
      const decided: Own = {
        address,
        sentAt: known?.sentAt ?? now,
        record: { minedAt: now, ...record },
        decidedAt: known?.decidedAt ?? now,
      }
      put(known ? own.map((one) => (one === known ? decided : one)) : [decided, ...own])
    },
    of: (networkId, address) =>
      own
        .filter(
          (one) =>
            one.record.networkId === networkId &&
            isSame(networkId, one.address, address) &&
            !(one.decidedAt !== undefined && isOld(one.decidedAt, decidedTime)),
        )
        .map(({ record }) => record),
    found(records) {
      const decided = new Set(records.filter(({ status }) => status !== 'pending').map(({ id }) => id))
      const left = own.filter(({ record: { id } }) => !decided.has(id))
      if (left.length < own.length) put(left)
    },
  }
}
