import {
  createTransactionFollower,
  decisionWords,
  tellSettled,
  type TransactionFollower,
} from '@latchkey/kernel/transaction'
import { errorWords, type Words } from '@latchkey/kernel/plugin'
import {
  readDecimal,
  Send,
  type SendDecision,
  type SubmittedTransaction,
  toDecimal,
} from '@latchkey/kernel/contracts'
import { SendFailed, type SendFacts, SendSucceeded } from '../events.js'
import { SendProgressRoute } from '../routes.js'
import { toError } from './createReceiverField.js'
import { createPendingSends, type PendingSend } from './pendingSends.js'
import { recordOf } from './recordOf.js'
import type { SenderTools } from './SenderTools.js'
import { toastWords } from './toastWords.js'

export type Follower = TransactionFollower<PendingSend, SubmittedTransaction>

/** Waits for the chain's decision on what was sent, and tells it: once, however many tabs there are. */
export function createFollower(
  tools: SenderTools,
  settled: (send: Pick<PendingSend, 'networkId' | 'address'>) => void,
): Follower {
  const { context, log, clock, storage } = tools
  const { signal } = context

  function tellDecided(send: PendingSend, decision: Pick<SendDecision, 'status' | 'outcome'>): void {
    tellSettled(context, { address: send.address, record: recordOf(send) }, decision)
    settled(send)
  }

  return createTransactionFollower<PendingSend, SubmittedTransaction, SendDecision>({
    ...{ name: 'send', pending: createPendingSends(storage, clock), signal, clock, log },
    open({ networkId, address: from, id, sentAt, trail }) {
      const follow = tools.wallets.chain(networkId, Send)?.follow
      const request = { networkId, from, id, sentAt, ...(trail === undefined ? {} : { trail }) }
      return follow && (() => follow(request))
    },
    withDecision: (send, { status, outcome }, at) => ({
      ...send,
      decision: { status, at, ...(outcome === undefined ? {} : { outcome }) },
    }),
    decided(send, decision) {
      const { status, outcome } = decision
      const reason = decisionWords(decision)
      tellDecided(send, decision)
      const facts = factsOf(send)
      const message = decision.reason ?? 'The network refused the transaction.'
      if (status === 'failed') context.emit(SendFailed, { ...facts, message })
      else if (outcome === undefined) context.emit(SendSucceeded, facts)
      if (!showEnd(tools, send, status, reason, outcome)) toastDecision(tools, facts, status, reason, outcome)
    },
    toldElsewhere(send, known) {
      tellDecided(send, known)
      showEnd(tools, send, known.status, undefined, known.outcome)
    },
    lostSight: (send, cause) => showEnd(tools, send, 'undecided', errorWords(toError(cause))),
  })
}

/** Puts the end where the send is shown. @returns Whether it is on screen. */
function showEnd(
  { state, navigation, phases }: SenderTools,
  { id }: PendingSend,
  phase: 'confirmed' | 'failed' | 'undecided',
  reason?: Words,
  outcome?: SendDecision['outcome'],
): boolean {
  // The next one may be under way, and its phase is its own.
  if (state.transaction?.id !== id || phases.isOpen) return false
  phases.to(phase)
  state.transaction = {
    ...state.transaction,
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === undefined ? {} : { outcome }),
  }
  return navigation.state.entries.at(-1)?.name === SendProgressRoute.name
}

function toastDecision(
  { notifications }: SenderTools,
  { amount, token }: SendFacts,
  status: SendDecision['status'],
  reason: Words = '',
  outcome?: SendDecision['outcome'],
): void {
  const { digits: value, scale: decimals } = readDecimal(amount) ?? { digits: 0n, scale: 0 }
  const what = { value, decimals, symbol: token }
  if (outcome !== undefined) {
    notifications.toast(reason, { type: outcome === 'different' ? 'error' : 'success' })
    return
  }
  if (status === 'confirmed') notifications.toast(toastWords.sent(what), { type: 'success' })
  else notifications.toast(toastWords.failed(what, reason), { type: 'error' })
}

/** What analytics may know of a send. */
export function factsOf({ isSmartAccount, networkId, amount }: PendingFacts): SendFacts {
  return {
    isSmartAccount,
    network: networkId,
    token: amount.symbol,
    amount: toDecimal(amount.value, amount.decimals),
  }
}

type PendingFacts = Pick<PendingSend, 'isSmartAccount' | 'networkId' | 'amount'>
