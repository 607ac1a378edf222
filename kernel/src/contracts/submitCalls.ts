import type { NetworkId } from './caip.js'
import type { Amount } from './capabilities/amount.js'
import type { CallsDecision, CallsStep, PreparedCalls, SubmittedCalls } from './capabilities/calls.js'
import type { TransactionRecord, TransactionTransfer } from './capabilities/history.js'
import type { BalanceChange, SendDecision, SubmittedTransaction } from './capabilities/send.js'
import { outcomeOf } from './outcomeOf.js'
import { tellLost, tellSettled, tellSubmitted, type TransactionEvents } from './tellTransactions.js'

/** The wallet that is asked; an `ActiveWallet` is one. */
export interface CallingWallet {
  readonly account: { readonly address: string }
  readonly networkId: NetworkId
  readonly contribution: { isSameAddress(left: string, right: string): boolean }
}

export interface SubmitCallsOptions {
  /** The context of a plugin, or `kernel.events`. */
  readonly events: TransactionEvents
  /** The `Clock` service. */
  readonly clock: { now(): number }
  /** The wallet that the calls were prepared for. */
  readonly wallet: CallingWallet
  /**
   * How a transaction will stand in the activity, where the caller knows more of it than what was simulated: a trade with
   * its two tokens. Default: `execute`, with what the simulation said.
   */
  record?(id: string): TransactionRecord
  /** Told of each step. */
  onStep?(step: CallsStep): void
}

/**
 * Has a wallet do prepared calls, and tells plugins what becomes of them, so that activity shows them from the moment they
 * are sent and balances are read again when the chain has taken them. Call it in place of `PreparedCalls.submit`, which
 * tells no plugin anything.
 *
 * @throws what `PreparedCalls.submit` throws.
 *
 * @example
 * const wallet = wallets.active('eip155')
 * const prepared = await wallet?.use(EvmCalls)?.prepare({ calls })
 * if (wallet && prepared) await submitCalls(prepared, { events: context, clock, wallet })
 */
export async function submitCalls(
  prepared: PreparedCalls,
  options: SubmitCallsOptions,
): Promise<SubmittedCalls> {
  const teller = createTeller(prepared, options)
  try {
    const submitted = await prepared.submit({
      onStep(step) {
        teller.step(step)
        options.onStep?.(step)
      },
    })
    // A wallet's plugin may have told no step.
    teller.sent(submitted, true)
    return submitted
  } catch (error) {
    teller.failed(error)
    throw error
  }
}

function createTeller(prepared: PreparedCalls, { events, clock, wallet, record }: SubmitCallsOptions) {
  const { address } = wallet.account
  const told = new Set<string>()
  let askedAt = clock.now()

  function recordOf(id: string, isLast: boolean): TransactionRecord {
    const whole = record?.(id) ?? simulatedRecord(id, prepared, wallet)
    return isLast ? whole : { ...whole, transfers: [] }
  }

  function sent(submitted: SubmittedTransaction & Pick<SubmittedCalls, 'isBundle'>, isLast: boolean): void {
    const { id } = submitted
    if (told.has(id)) return
    told.add(id)
    const transaction = { address, record: recordOf(id, isLast) }
    const decided: Promise<SendDecision | CallsDecision> = submitted.wait()
    tellSubmitted(events, transaction, { ...submitted, wait: () => decided }, askedAt)
    decided.then(
      (decision) => tellSettled(events, transaction, decision, (other) => told.has(other)),
      // The caller waits too and learns why it can't be told. There is nothing to read again then.
      () => {},
    )
  }

  return {
    sent,
    step({ index, status, submitted }: CallsStep) {
      if (status === 'asking') askedAt = clock.now()
      if (status === 'sent' && submitted) sent(submitted, index === prepared.steps - 1)
    },
    /** The wallet was asked and has not said what it did. */
    failed(cause: unknown) {
      if (outcomeOf(cause, prepared) !== 'unknown') return
      tellLost(events, { address, record: recordOf('', prepared.steps === 1) }, askedAt)
    },
  }
}

/** What is known of calls that have no name of their own. */
function simulatedRecord(
  id: string,
  { changes = [], fee, steps }: PreparedCalls,
  { account: { address }, networkId, contribution }: CallingWallet,
): TransactionRecord {
  const own = changes.filter((change) => contribution.isSameAddress(change.address, address))
  return {
    id,
    networkId,
    operation: 'execute',
    status: 'pending',
    from: address,
    // The fee is known for all steps together.
    ...(steps === 1 ? { fee: { ...fee } } : {}),
    transfers: own.map(transferOf),
  }
}

function transferOf({ amount, asset, collectible }: BalanceChange): TransactionTransfer {
  const isOut = amount.value < 0n
  return {
    direction: isOut ? 'out' : 'in',
    amount: isOut ? negated(amount) : amount,
    ...(asset === undefined ? {} : { asset }),
    ...(collectible ? { collectible } : {}),
  }
}

const negated = ({ moved, ...amount }: Amount): Amount => ({
  ...amount,
  value: -amount.value,
  ...(moved === undefined ? {} : { moved: -moved }),
})
