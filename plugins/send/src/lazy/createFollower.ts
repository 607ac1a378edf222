import { decisionWords, inOneTab, tellSettled } from '@latchkey/kernel/transaction'
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
import type { SendPhase } from '../Sender.js'
import { toError } from './createReceiverField.js'
import { createPendingSends, type PendingSend } from './pendingSends.js'
import { recordOf } from './recordOf.js'
import type { SenderTools } from './SenderTools.js'
import { toastWords } from './toastWords.js'

export interface Follower {
  /** Follows what was just sent, and remembers it in case the page is left. */
  follow(send: PendingSend, transaction: SubmittedTransaction): void
  /** Takes up what an earlier page sent and did not see decided. */
  resume(): void
}

/** Waits for the chain's decision on what was sent, and tells it: once, however many tabs there are. */
export function createFollower(
  tools: SenderTools,
  settled: (send: Pick<PendingSend, 'networkId' | 'address'>) => void,
): Follower {
  const { context, log, clock, storage } = tools
  const pending = createPendingSends(storage, clock)

  function run(send: PendingSend, open: () => Promise<SubmittedTransaction>): void {
    inOneTab(`latchkey.send ${send.networkId} ${send.id}`, context.signal, async () => {
      const known = pending.find(send)?.decision
      if (known) {
        // Another tab has told the user and analytics.
        tellDecided(send, known)
        showEnd(tools, send, known.status, undefined, known.outcome)
        return
      }
      const decision = await (await open()).wait(context.signal)
      const { status, outcome } = decision
      const reason = decisionWords(decision)
      context.signal.throwIfAborted()
      const compared = outcome === undefined ? {} : { outcome }
      pending.put({ ...(pending.find(send) ?? send), decision: { status, at: clock.now(), ...compared } })
      tellDecided(send, decision)
      const facts = factsOf(send)
      const message = decision.reason ?? 'The network refused the transaction.'
      if (status === 'failed') context.emit(SendFailed, { ...facts, message })
      else if (outcome === undefined) context.emit(SendSucceeded, facts)
      if (!showEnd(tools, send, status, reason, outcome)) toastDecision(tools, facts, status, reason, outcome)
    }).catch((cause: unknown) => {
      if (context.signal.aborted) return
      // It stays remembered: the next page asks again.
      log.warn('The outcome of a transaction could not be followed.', cause)
      showEnd(tools, send, 'undecided', errorWords(toError(cause)))
    })
  }

  function tellDecided(send: PendingSend, decision: Pick<SendDecision, 'status' | 'outcome'>): void {
    tellSettled(context, { address: send.address, record: recordOf(send) }, decision)
    settled(send)
  }

  return {
    follow(send, transaction) {
      pending.put(send)
      void transaction.trail?.then((trail) => {
        const now = pending.find(send)
        if (trail !== undefined && now) pending.put({ ...now, trail })
      })
      run(send, async () => transaction)
    },
    resume() {
      for (const send of pending.list()) {
        const { networkId, address: from, id, sentAt, trail } = send
        const follow = tools.wallets.chain(networkId, Send)?.follow
        if (send.decision || !follow) continue
        run(send, () => follow({ networkId, from, id, sentAt, ...(trail === undefined ? {} : { trail }) }))
      }
    },
  }
}

/** Puts the end where the send is shown. @returns Whether it is on screen. */
function showEnd(
  { state, navigation }: SenderTools,
  { id }: PendingSend,
  phase: SendPhase,
  reason?: Words,
  outcome?: SendDecision['outcome'],
): boolean {
  if (state.transaction?.id !== id) return false
  state.phase = phase
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
