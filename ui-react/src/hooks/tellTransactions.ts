import {
  type ActiveWallet,
  type BalanceChange,
  type CallsDecision,
  CallsPartlySentError,
  type CallsStep,
  Clock,
  isKernelError,
  isUserRejection,
  type PreparedCalls,
  type SendDecision,
  type SubmittedCalls,
  type SubmittedTransaction,
  type TransactionRecord,
  TransactionSettled,
  TransactionSubmitted,
  type TransactionTransfer,
} from '@latchkey/kernel/plugin'
import type { Kernel } from '@latchkey/kernel'

/** Tells plugins what becomes of prepared calls, so that views of activity and balances show it. */
export interface TransactionTeller {
  /** Told of each step as the wallet is asked, has sent it, and the chain has taken it. */
  step(step: CallsStep): void
  /** All is sent. Tells what no step has told. */
  sent(submitted: SubmittedCalls): void
  /** The wallet was asked and has not said what it did. */
  failed(cause: unknown): void
}

export function createTransactionTeller(
  { events, get }: Pick<Kernel, 'events' | 'get'>,
  { account, networkId, contribution }: Pick<ActiveWallet, 'account' | 'networkId' | 'contribution'>,
  prepared: PreparedCalls,
): TransactionTeller {
  const clock = get(Clock)
  const { address } = account
  const told = new Set<string>()
  let askedAt = clock.now()

  const own = (prepared.changes ?? []).filter((change) => contribution.isSameAddress(change.address, address))
  const recordOf = (id: string, isLast: boolean) =>
    createRecord(id, { networkId, from: address }, prepared, isLast ? own : [])

  function tell(submitted: SubmittedTransaction & Pick<SubmittedCalls, 'isBundle'>, isLast: boolean): void {
    const { id, isBundle } = submitted
    if (told.has(id)) return
    told.add(id)
    const decided: Promise<SendDecision | CallsDecision> = submitted.wait()
    const record = recordOf(id, isLast)
    events.emit(
      TransactionSubmitted,
      isBundle
        ? // Its id leads to no explorer, and no history will name it.
          { address, record: { ...record, isUncertain: true }, askedAt }
        : { address, record, wait: () => decided },
    )
    decided.then(
      (decision) =>
        settleRecord(
          { events, address, told },
          record,
          'transactions' in decision ? decision.transactions : [id],
          decision.status,
        ),
      // `useWaitForTransaction` shows why it can't be told. There is nothing to read again then.
      () => {},
    )
  }

  return {
    step({ index, status, submitted }) {
      if (status === 'asking') askedAt = clock.now()
      if (status === 'sent' && submitted) tell(submitted, index === prepared.steps - 1)
    },
    sent: (submitted) => tell(submitted, true),
    failed(cause) {
      const reason = cause instanceof CallsPartlySentError ? cause.cause : cause
      const isKnown = isUserRejection(reason) || isKernelError(reason, 'CALL_FAILED')
      if (isKnown || !prepared.isHandedOver()) return
      const record: TransactionRecord = {
        ...recordOf(`unnamed ${askedAt}`, prepared.steps === 1),
        isUncertain: true,
      }
      events.emit(TransactionSubmitted, { address, record, askedAt })
    },
  }
}

function createRecord(
  id: string,
  account: Pick<TransactionRecord, 'networkId' | 'from'>,
  { steps, fee }: PreparedCalls,
  changes: readonly BalanceChange[],
): TransactionRecord {
  return {
    id,
    ...account,
    operation: 'execute',
    status: 'pending',
    ...(steps === 1 ? { fee: { ...fee } } : {}),
    // What the calls change is simulated for all of them together, so it stands with the last.
    transfers: changes.map(transferOf),
  }
}

function transferOf({ amount, asset, collectible }: BalanceChange): TransactionTransfer {
  const isOut = amount.value < 0n
  return {
    direction: isOut ? 'out' : 'in',
    amount: { ...amount, value: isOut ? -amount.value : amount.value },
    ...(asset === undefined ? {} : { asset }),
    ...(collectible ? { collectible } : {}),
  }
}

/** What the chain made of a record: of one transaction or of several, each of which is told of. */
function settleRecord(
  {
    events,
    address,
    told,
  }: { readonly events: Kernel['events']; readonly address: string; readonly told: ReadonlySet<string> },
  record: TransactionRecord,
  transactions: readonly string[],
  status: TransactionRecord['status'],
): void {
  const { id: submittedAs } = record
  if (transactions.length === 0) {
    return events.emit(TransactionSettled, { address, record: { ...record, status, isUncertain: true } })
  }
  for (const id of transactions) {
    // A step of its own has been told of already.
    if (id !== submittedAs && told.has(id)) continue
    const transfers = status === 'confirmed' && id === transactions.at(-1) ? record.transfers : []
    const decided = { address, record: { ...record, id, status, transfers } }
    events.emit(TransactionSettled, id === submittedAs ? decided : { ...decided, submittedAs })
  }
}
