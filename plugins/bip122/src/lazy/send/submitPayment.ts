import { invalidAnswer, toSubmittedCalls, untilAborted, describeAnswer } from '@latchkey/kernel/chain'
import type {
  FollowRequest,
  SendDecision,
  SubmittedCalls,
  SubmittedTransaction,
} from '@latchkey/kernel/plugin'
import { toBase64 } from '../bytes.js'
import { checkSignedPsbt } from '../checkSignedPsbt.js'
import { finalisePsbt } from '../finalisePsbt.js'
import { type Handover, handOver } from '../handOver.js'
import { networkOf } from '../networkOf.js'
import { buildPayment } from './buildPayment.js'
import { checkTransfer } from './checkTransfer.js'
import type { PaymentOutput } from './paymentOutput.js'
import type { PaymentPlan, SendTools } from './planPayment.js'
import type { Selection } from './selectCoins.js'
import { sendError } from './sendErrors.js'
import { waitForTransaction } from './waitForTransaction.js'

type Coins = readonly { readonly transactionId: string; readonly output: number }[]

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
  // no money: a rate
  const question = { networkId, from: from.address, to, amount: output.amount, feeRate: Math.ceil(feeRate) }
  const id = await untilAborted(signal, async () => wallet.sendTransfer?.(question))
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/i.test(id)) {
    throw invalidAnswer(wallet.name, 'sendTransfer', describeAnswer(id))
  }
  const transactionId = id.toLowerCase()
  const source = tools.source()
  const asked = { wallet: wallet.name, transactionId, outputs: [output], network, source, log: tools.log }
  const { inputs, isDifferent } = await checkTransfer(asked)
  const sent = submitted(tools, networkId, transactionId, inputs)
  if (!isDifferent) return sent
  return { ...sent, wait: async (signal) => differentOf(wallet.name, await sent.wait(signal)) }
}

/** Builds the transaction, has the wallet sign it, and sends what was signed if it is still the same. */
export async function submitPsbt(
  tools: SendTools,
  { request, network, wallet, account }: PaymentPlan,
  { outputs, selection }: { readonly outputs: readonly PaymentOutput[]; readonly selection: Selection },
  handingOver: () => void,
): Promise<SubmittedTransaction> {
  const { networkId, signal } = request
  const source = tools.source()
  const psbt = await buildPayment({ account, network, outputs, selection, source, signal })
  const inputs = selection.coins.map((_, index) => ({ index, address: account.address }))
  const question = { networkId, psbt: toBase64(psbt.toBuffer()), inputs }
  handingOver()
  const answer = await untilAborted(signal, async () => wallet.signPsbt?.(question))
  // The same transaction as was built, with sound signatures: what is sent pays what was asked.
  const final = finalisePsbt(checkSignedPsbt(wallet.name, psbt, answer, inputs))
  const handover = { ...final, networkId, source, log: tools.log }
  const isTaken = await handOver(handover)
  return submitted(tools, networkId, final.transactionId, selection.coins, isTaken ? undefined : handover)
}

function submitted(
  { source, clock, log }: SendTools,
  networkId: FollowRequest['networkId'],
  id: string,
  inputs: Coins,
  handover?: Handover,
): SubmittedTransaction {
  const [first] = inputs
  const options = { networkId, transactionId: id, inputs, source: source(), clock, log, handover }
  return {
    id,
    ...(first ? { trail: Promise.resolve(`${first.transactionId}:${first.output}`) } : {}),
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
  { networkId, id, trail = '' }: FollowRequest,
): SubmittedTransaction {
  networkOf(networks, networkId)
  const transactionId = id.toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(transactionId)) throw sendError('TRANSACTION_ID_INVALID')
  const [, spent, output] = /^([0-9a-f]{64}):(\d{1,6})$/.exec(trail) ?? []
  // no money: the place of an output in its transaction
  const inputs = spent === undefined ? [] : [{ transactionId: spent, output: Number(output) }]
  const options = { networkId, transactionId, inputs, source: source(), clock, log }
  return { id, wait: (signal) => waitForTransaction({ ...options, signal }) }
}

/** A block has what was decided so, unless it failed before one did. */
export const toCalls = (payment: SubmittedTransaction): SubmittedCalls =>
  toSubmittedCalls(payment, ({ status, outcome }) => status === 'confirmed' || outcome === 'different')

/** What the wallet has sent by itself is gone, whatever was asked: it is followed and told. */
function differentOf(wallet: string, decision: SendDecision): SendDecision {
  const parameters = { wallet }
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
