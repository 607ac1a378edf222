import type { Amount } from '../keys/amount.js'
import type { NetworkId } from '../contracts/caip.js'
import type { Clock } from '../platform/clock.js'
import { guard, storageKey, type StorageService } from '../platform/storage.js'
import { createPendingList, type PendingEntry } from '../wallet/createPendingList.js'
import { readTransfer, writeTransfer } from './storedTransfer.js'

/** A transfer that a wallet was asked for, by what the user would repeat. */
export interface AskedTransfer {
  readonly networkId: NetworkId
  /** Sender. */
  readonly address: string
  readonly to: string
  readonly amount: Amount
}

/** A transfer that a wallet was asked for and of which nobody knows what came. `sentAt` is when the wallet was asked. */
export interface UnansweredTransfer extends AskedTransfer, PendingEntry {
  /** It was sent after the user had stopped waiting: told for ten minutes, because the next one may be meant in its place. */
  readonly isLate?: true
}

/** A transfer that a wallet is asked for. */
export interface OpenTransfer {
  /** The wallet has named a transaction while the user waited, or it's certain that nothing was sent. */
  forget(): void
  /** A transaction was named after the user had stopped waiting. */
  sentAfterAll(): void
}

type SameAddress = (left: string, right: string) => boolean

/**
 * The transfers that this app asked wallets for, whichever feature asked: a send and the payment of a bill to one shop pay it twice.
 */
export interface UnansweredTransfers {
  /**
   * Remembers a transfer before the wallet is asked, because the page may be gone before the wallet answers.
   *
   * @param id Names it for a later page, unique on its network. Default: one that nobody knows.
   */
  ask(transfer: AskedTransfer, id?: string): OpenTransfer
  /** Finds the transfer that an earlier page, or another part of this one, has asked for under an id. */
  find(transfer: Pick<UnansweredTransfer, 'id' | 'networkId'>): OpenTransfer | undefined
  /**
   * Lists what may have been sent from an account, newest first.
   *
   * @param isSameAddress the namespace's rule
   */
  of(
    account: Pick<AskedTransfer, 'networkId' | 'address'>,
    isSameAddress: SameAddress,
  ): readonly UnansweredTransfer[]
  /**
   * Forgets those to one receiver: the user has looked, said so, and sent again.
   *
   * @param toldAt When the newest was asked for that the user was told of: nobody has looked for a later one
   */
  settle(
    transfer: Pick<AskedTransfer, 'networkId' | 'address' | 'to'>,
    toldAt: number,
    isSameAddress: SameAddress,
  ): void
}

/** Milliseconds, two days: as long as the activity expects a request that a wallet didn't answer. */
const longestWait = 172_800_000

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Where they are stored. Full storage takes none away: other tabs warn of them. Its name is older than the payments in it. */
export const unansweredTransfersKey = storageKey('send.unanswered', guard(isList), {
  unite: (stored, unsaved) => [...unsaved, ...stored],
})

/** Keeps the transfers of this app that no wallet has answered, for all tabs of the site and for the pages after this one. */
export function createUnansweredTransfers(storage: StorageService, clock: Clock): UnansweredTransfers {
  const asked = createPendingList<UnansweredTransfer>({
    storage,
    clock,
    key: unansweredTransfersKey,
    longestWait,
    mostKept: 50,
    isOpen,
    read: readTransfer,
    write: writeTransfer,
  })
  const open = () => asked.list().filter(isOpen)
  // A decision keeps the entry out of the list, whichever tab wrote it; its status doesn't matter here.
  const decision = () => ({ status: 'confirmed', at: clock.now() }) as const
  const forget = ({ isLate: _, ...entry }: UnansweredTransfer) =>
    asked.put({ ...entry, decision: decision() })
  const handle = (entry: UnansweredTransfer): OpenTransfer => ({
    forget: () => forget(entry),
    sentAfterAll: () => asked.put({ ...entry, isLate: true, decision: decision() }),
  })

  return {
    ask({ networkId, address, to, amount }, id = randomId()) {
      const entry: UnansweredTransfer = { id, networkId, address, to, amount, sentAt: clock.now() }
      asked.put(entry)
      return handle(entry)
    },
    find(transfer) {
      const entry = asked.find(transfer)
      return entry && handle(entry)
    },
    of: ({ networkId, address }, isSameAddress) =>
      open().filter((one) => one.networkId === networkId && isSameAddress(one.address, address)),
    settle({ networkId, address, to }, toldAt, isSameAddress) {
      for (const one of open()) {
        const isOfAccount = one.networkId === networkId && isSameAddress(one.address, address)
        if (isOfAccount && isSameAddress(one.to, to) && one.sentAt <= toldAt) forget(one)
      }
    },
  }
}

const isOpen = ({ decision, isLate }: UnansweredTransfer): boolean =>
  decision === undefined || isLate === true

/** 64 random bits: two tabs may ask in the same millisecond. */
const randomId = (): string => crypto.getRandomValues(new BigUint64Array(1)).join('')
