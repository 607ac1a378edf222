import { invalidAnswer, toSubmittedCalls, untilAborted, describeAnswer } from '@latchkey/kernel/chain'
import type {
  FollowRequest,
  SendDecision,
  SubmittedCalls,
  SubmittedTransaction,
} from '@latchkey/kernel/contracts'
import { toBase64 } from '../bytes.js'
import { checkSignedPsbt } from '../checkSignedPsbt.js'
import { finalisePsbt } from '../finalisePsbt.js'
import { type Handover, handOver } from '../handOver.js'
import { networkOf } from '../networkOf.js'
import { buildPayment } from './buildPayment.js'
import { checkTransfer } from './checkTransfer.js'
import type { PaymentOutput } from './paymentOutput.js'
import { readTrail, writeTrail } from './paymentTrail.js'
import type { PaymentPlan, SendTools } from './planPayment.js'
import type { Selection } from './selectCoins.js'
import { sendError } from './sendErrors.js'
import { waitForTransaction, type WaitRequest } from './waitForTransaction.js'

/** Where the wallet's own transfer pays to: it takes one address and an amount. */
export interface TransferTerms {
  readonly to: string
  readonly output: PaymentOutput
}

/** Has the wallet pay by itself, and looks at what it sent. The wallet chooses coins and fee. */
export async function submitTransfer(
  tools: SendTools,
  { request, network, wallet, feeRate }: PaymentPlan,
  { to, output }: TransferTerms,
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  handingOver()
  const { networkId, from, signal } = request
  const question = { networkId, from: from.address, to, amount: output.amount, feeRate }
  const id = await untilAborted(signal, async () => wallet.sendTransfer?.(question))
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/i.test(id)) {
    throw invalidAnswer(wallet.name, 'sendTransfer', describeAnswer(id))
  }
  const transactionId = id.toLowerCase()
  const source = tools.source()
  const asked = { wallet: wallet.name, transactionId, outputs: [output], network, source, log: tools.log }
  const { inputs, isDifferent } = await checkTransfer(asked)
  const sent = submitted(tools, {
    ...{ networkId, transactionId, inputs },
    outputs: isDifferent ? undefined : [output],
  })
  if (!isDifferent) return sent
  return { ...sent, wait: async (signal) => differentOf(wallet.name, await sent.wait(signal)) }
}

/** Builds the transaction, has the wallet sign it, and sends what was signed if it is still the same. */
export async function submitPsbt(
  tools: SendTools,
  plan: PaymentPlan,
  terms: PsbtTerms,
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  const { transactionId, handover } = await signAndSend(tools, plan, terms, { asking: handingOver })
  const { networkId } = plan.request
  const { outputs, selection } = terms
  return submitted(tools, { networkId, transactionId, inputs: selection.coins, outputs, handover })
}

export interface PsbtTerms {
  readonly outputs: readonly PaymentOutput[]
  readonly selection: Selection
}

export interface SentPsbt {
  readonly transactionId: string
  /** Where no answer came: it's to be handed over again. */
  readonly handover?: Handover
}

interface Steps {
  /** Right before the wallet is asked. */
  asking?(): void
  /** Right before the network gets what was signed. */
  sending?(): void
}

/** Has the wallet sign, checks what it signed, and sends it. */
export async function signAndSend(
  tools: SendTools,
  { request, network, wallet, account }: PaymentPlan,
  { outputs, selection }: PsbtTerms,
  steps: Steps,
): Promise<SentPsbt> {
  const { networkId, signal } = request
  const source = tools.source()
  const psbt = await buildPayment({ account, network, outputs, selection, source, signal })
  const inputs = selection.coins.map((_, index) => ({ index, address: account.address }))
  const question = { networkId, psbt: toBase64(psbt.toBuffer()), inputs }
  steps.asking?.()
  const answer = await untilAborted(signal, async () => wallet.signPsbt?.(question))
  // The same transaction as was built, with sound signatures: what is sent pays what was asked.
  const final = finalisePsbt(checkSignedPsbt(wallet.name, psbt, answer, inputs))
  const handover = { ...final, networkId, source, log: tools.log }
  steps.sending?.()
  const isTaken = await handOver(handover)
  const { transactionId } = final
  return isTaken ? { transactionId } : { transactionId, handover }
}

interface Submitted extends Pick<WaitRequest, 'networkId' | 'transactionId' | 'inputs' | 'outputs'> {
  readonly handover?: Handover | undefined
}

function submitted({ source, clock, log }: SendTools, payment: Submitted): SubmittedTransaction {
  const { inputs, outputs, transactionId: id } = payment
  const [coin] = inputs
  const options = { ...payment, source: source(), clock, log }
  const trail = coin && writeTrail({ coin, ...(outputs ? { outputs } : {}) })
  return {
    id,
    ...(trail === undefined ? {} : { trail: Promise.resolve(trail) }),
    wait: (signal) => waitForTransaction({ ...options, signal }),
  }
}

/**
 * Takes up a payment of an earlier page, by the first coin it spends, which another one may have taken.
 *
 * @throws BaseError `TRANSACTION_ID_INVALID`, NetworkError `NETWORK_NOT_FOUND`
 */
export function followPayment(
  { networks, source, clock, log }: SendTools,
  { networkId, id, trail }: FollowRequest,
): SubmittedTransaction {
  networkOf(networks, networkId)
  const transactionId = id.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(transactionId)) throw sendError('TRANSACTION_ID_INVALID')
  const known = readTrail(trail)
  const inputs = known ? [known.coin] : []
  const outputs = known?.outputs
  const options = { networkId, transactionId, inputs, outputs, source: source(), clock, log }
  return { id, wait: (signal) => waitForTransaction({ ...options, signal }) }
}

/** A block has what was decided so, unless it failed before one did. */
export const toCalls = (payment: SubmittedTransaction): SubmittedCalls =>
  toSubmittedCalls(payment, ({ status, outcome }) => {
    if (outcome === undefined) return status === 'confirmed'
    return outcome === 'different'
  })

/** What the wallet has sent by itself is gone, whatever was asked: it is followed and told. */
function differentOf(wallet: string, decision: SendDecision): SendDecision {
  const parameters = { wallet }
  if (decision.outcome !== undefined) return decision
  if (decision.status === 'failed') {
    if (decision.reason !== undefined) return decision
    return {
      status: 'failed',
      code: 'TRANSACTION_OTHER_REFUSED',
      parameters,
      reason: `${wallet} has sent something else, and the network did not take it.`,
    }
  }
  return {
    status: 'failed',
    outcome: 'different',
    code: 'TRANSACTION_OTHER',
    parameters,
    reason: `${wallet} has sent a payment that is not the one you asked for. Look at it in the wallet before you send again.`,
  }
}
