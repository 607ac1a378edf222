import type { EventKey } from '../keys/event.js'
import type { CallsDecision } from './capabilities/calls.js'
import type { TransactionRecord } from './capabilities/history.js'
import type { SendDecision, SubmittedTransaction } from './capabilities/send.js'
import { TransactionSettled, TransactionSubmitted } from './data/sentTransactions.js'

/** Where transactions are told: the context of a plugin, or `kernel.events`. */
export interface TransactionEvents {
  emit<T>(event: EventKey<T>, payload: NoInfer<T>): void
}

/** A transaction as it is told: of whom, and as it will stand in the activity. */
export interface ToldTransaction {
  /** Address of the account, in the namespace's own form. */
  readonly address: string
  readonly record: TransactionRecord
}

/**
 * Tells plugins that a wallet has sent a transaction: activity shows it from now on. Use it for what `Send` submits;
 * `submitCalls` tells of calls by itself. Tell {@link tellSettled} when the chain has decided.
 */
export function tellSubmitted(
  events: TransactionEvents,
  { address, record }: ToldTransaction,
  submitted: SubmittedTransaction & { readonly isBundle?: true },
  askedAt?: number,
): void {
  const { isBundle } = submitted
  const asked = askedAt === undefined ? {} : { askedAt }
  // A bundle's id leads to no explorer, and no history will name it.
  const uncertain = { address, record: { ...record, isUncertain: true as const }, ...asked }
  const wait = (signal?: AbortSignal) => submitted.wait(signal)
  events.emit(TransactionSubmitted, isBundle ? uncertain : { address, record, wait })
}

/**
 * Tells plugins what the chain has decided: balances and activity are read again. Where the wallet has named the
 * transactions only now, each of them is told.
 *
 * @param isTold Whether a transaction was told by itself. Default: none was.
 */
export function tellSettled(
  events: TransactionEvents,
  { address, record }: ToldTransaction,
  decision: SendDecision | CallsDecision,
  isTold: (id: string) => boolean = () => false,
): void {
  const { id: submittedAs } = record
  const { status } = decision
  const transactions = 'transactions' in decision ? decision.transactions : [submittedAs]
  if (transactions.length === 0) {
    return events.emit(TransactionSettled, { address, record: { ...record, status, isUncertain: true } })
  }
  const isPartial = 'isPartial' in decision && decision.isPartial === true
  for (const id of transactions) {
    if (id !== submittedAs && isTold(id)) continue
    // What calls change is known for all of them together, so it stands with the last. Where the chain can't tell what it took, nothing is known.
    const isKnown = !isPartial && decision.outcome === undefined
    const transfers = id === transactions.at(-1) && isKnown ? record.transfers : []
    const decided = { address, record: { ...record, id, status, transfers } }
    events.emit(TransactionSettled, id === submittedAs ? decided : { ...decided, submittedAs })
  }
}

/**
 * Tells plugins of a request that a wallet had and did not answer: something may have been sent. It stands in the activity
 * until the history names a transaction, or nothing is expected any more.
 *
 * @param askedAt When the wallet was asked, in milliseconds since the epoch.
 */
export function tellLost(
  events: TransactionEvents,
  { address, record }: ToldTransaction,
  askedAt: number,
): void {
  const unnamed = { ...record, id: `unnamed ${askedAt}`, isUncertain: true as const }
  events.emit(TransactionSubmitted, { address, record: unnamed, askedAt })
}
