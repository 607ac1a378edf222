import {
  Calls,
  type CallsDecision,
  Explorer,
  namespaceOf,
  type SendDecision,
  Send,
  type SubmittedTransaction,
  toDecimal,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import { decisionWords, inOneTab, tellSettled } from '@latchkey/kernel/transaction'
import { wait, type Words } from '@latchkey/kernel/plugin'
import { Exchange, type ExchangeStatus } from '../Exchange.js'
import { PayFailed, PaySucceeded } from '../events.js'
import type { PaymentOutcome } from '../Payer.js'
import { askedTransfer } from './askTransfer.js'
import { findOnChain } from './findOnChain.js'
import type { PayerTools } from './PayerTools.js'
import type { Payment, Payments } from './payments.js'

/** Milliseconds between two questions to an exchange: at first, and after three minutes. */
const pollTime = 4_000
const slowPollTime = 30_000
const quickTime = 180_000
/** Milliseconds after which a payment that the chain's history doesn't have may be asked for again. */
const lostTime = 600_000
/** Milliseconds after which a deposit that its exchange hasn't decided is forgotten: people leave orders unpaid. */
const depositTime = 86_400_000

export interface Follower {
  /** Follows a payment to its end, once in this tab; of several tabs one tells of it. */
  follow(payment: Payment, submitted?: SubmittedTransaction): void
  /** Looks on the chain for what became of a payment that a wallet was asked for. */
  lookUp(payment: Payment): Promise<void>
}

export interface FollowerOptions {
  readonly tools: PayerTools
  readonly payments: Payments
  /** Something is known. `undefined`: the payment was certainly not made, and may be asked for again. */
  changed(billId: string, payment: Payment | undefined, reason?: Words): void
}

interface FollowerParts extends FollowerOptions {
  readonly followed: Set<string>
}

export function createFollower(options: FollowerOptions): Follower {
  const parts: FollowerParts = { ...options, followed: new Set() }
  return {
    follow: (payment, submitted) => follow(parts, payment, submitted),
    lookUp: (payment) => lookUp(parts, payment),
  }
}

function follow(parts: FollowerParts, payment: Payment, submitted?: SubmittedTransaction): void {
  const { tools, payments, followed, changed } = parts
  const { context, log } = tools
  const { billId } = payment
  if (followed.has(billId)) return
  followed.add(billId)
  inOneTab(`latchkey.pay.follow ${billId}`, context.signal, async () => {
    const known = payments.find(billId) ?? payment
    if (known.phase === 'sent') await followChain(parts, known, submitted)
    else if (known.phase === 'linked') await followExchange(parts, known)
    // Another tab has told it.
    else changed(billId, known)
  })
    .catch((error: unknown) => {
      if (context.signal.aborted) return
      // It stays remembered: the next page asks again.
      log.warn('The outcome of a payment could not be followed.', error)
      changed(billId, { ...payment, phase: 'asked' })
    })
    .finally(() => followed.delete(billId))
}

/** While another tab's wallet is asked, that tab is waited for. */
async function lookUp(parts: FollowerParts, { billId }: Payment): Promise<void> {
  const { tools, payments, changed } = parts
  const { context, clock, log, flow } = tools
  await inOneTab(`latchkey.pay ${billId}`, context.signal, async () => {
    const now = payments.find(billId)
    if (now?.phase !== 'asked') return now && follow(parts, now)
    const answer = await findOnChain(tools, now).catch((error: unknown) => {
      log.warn('The history of an account could not be read.', error)
      return { record: undefined, isWhole: false }
    })
    if (answer.record) {
      const sent = { ...now, phase: 'sent' as const, transaction: answer.record.id, isCalls: false }
      payments.put(sent)
      askedTransfer(tools.unanswered, sent)?.sentAfterAll()
      changed(billId, sent)
      follow(parts, sent)
      return
    }
    // A wallet of this page may still send it, where no lock holds this up until the wallet has answered.
    const isGone = answer.isWhole && clock.now() - now.at > lostTime && !flow.isAsking(billId)
    // The transfer stays among those that no wallet has answered, and is warned of: a node may lag, a clock may have been set, and a
    // wallet may pay from addresses that this page doesn't know.
    if (isGone) payments.remove(billId)
    changed(billId, isGone ? undefined : now)
  }).catch((error: unknown) => {
    if (!context.signal.aborted) log.warn('A payment could not be looked up.', error)
  })
}

async function followChain(
  { tools, payments, changed }: FollowerParts,
  payment: Payment,
  submitted: SubmittedTransaction | undefined,
): Promise<void> {
  const { context } = tools
  const transaction = submitted ?? (await openTransaction(tools, payment))
  const decision: SendDecision | CallsDecision = await transaction.wait(context.signal)
  context.signal.throwIfAborted()
  const named = 'transactions' in decision ? (decision as CallsDecision).transactions.at(-1) : undefined
  const ended: Payment = {
    ...(payments.find(payment.billId) ?? payment),
    phase: 'isBundle' in transaction && isPartial(decision) ? 'reported' : phaseOf(decision),
    ...(named === undefined ? {} : { transaction: named }),
  }
  payments.put(ended)
  if (ended.phase === 'failed') askedTransfer(tools.unanswered, ended)?.forget()
  if (!payment.isCalls) {
    tellSettled(context, { address: payment.payer ?? '', record: recordOf(payment) }, decision)
  }
  tell(tools, ended, decision.reason)
  changed(payment.billId, ended, decisionWords(decision))
}

/** Of a bundle nobody knows which part was done; of transactions one after the other the last one pays, and has failed. */
const isPartial = (decision: SendDecision | CallsDecision): boolean =>
  'isPartial' in decision && decision.isPartial === true

/** What a wallet sent in place of what was asked for, or nobody can compare, isn't called paid. */
function phaseOf({ status, outcome }: SendDecision): Payment['phase'] {
  if (outcome !== undefined) return 'reported'
  return status === 'confirmed' ? 'paid' : 'failed'
}

/** Takes up a transaction that an earlier page, or another tab, has sent. */
export async function openTransaction(
  { wallets }: PayerTools,
  payment: Pick<Payment, 'networkId' | 'payer' | 'transaction' | 'at' | 'trail' | 'connectionId' | 'isCalls'>,
): Promise<SubmittedTransaction> {
  const { networkId, payer: from = '', transaction: id = '', at: sentAt, trail, connectionId } = payment
  const request = { networkId, from, id, sentAt, ...(trail === undefined ? {} : { trail }) }
  const wallet = wallets.find({
    namespace: namespaceOf(networkId),
    networkId,
    address: from,
    ...(connectionId === undefined ? {} : { connectionId }),
  })
  const take = payment.isCalls
    ? (wallet?.use(Calls)?.follow ?? wallets.chain(networkId, Calls)?.follow)
    : wallets.chain(networkId, Send)?.follow
  if (!take) throw new Error(`Nothing follows transactions of ${networkId}.`)
  return take(request)
}

async function followExchange(parts: FollowerParts, payment: Payment): Promise<void> {
  const { tools, payments } = parts
  const { context, clock, log } = tools
  const begun = clock.now()
  // A shop's bill is never forgotten: it could be paid twice. A deposit only adds to the account.
  const isOver = () => payment.isDeposit === true && clock.now() - payment.at >= depositTime
  for (;;) {
    const exchange = context.list(Exchange).find(({ id }) => id === payment.exchange)
    if (!exchange && isOver()) return payments.remove(payment.billId)
    if (!exchange) throw new Error(`The exchange ${payment.exchange} isn't listed any more.`)
    const answer: ExchangeStatus = await exchange.status(payment.session ?? '').catch((error: unknown) => {
      log.debug('An exchange did not tell the status of a payment.', error)
      return { status: 'pending' }
    })
    if (answer.status !== 'pending') return endExchange(parts, payment, answer)
    if (isOver()) return payments.remove(payment.billId)
    await wait(clock, clock.now() - begun > quickTime ? slowPollTime : pollTime, context.signal)
  }
}

function endExchange(
  { tools, payments, changed }: FollowerParts,
  payment: Payment,
  { status, transaction: id }: ExchangeStatus,
): void {
  const phase = status === 'success' ? ('reported' as const) : ('failed' as const)
  const ended = { ...payment, phase, ...(id === undefined ? {} : { transaction: id.slice(0, 500) }) }
  payments.put(ended)
  tell(tools, ended, 'The exchange didn’t pay.')
  changed(payment.billId, ended)
}

function tell(
  { context }: PayerTools,
  ended: Payment,
  reason = 'The network refused the transaction.',
): void {
  const { billId: paymentId, networkId: network, asset, units, decimals, transaction } = ended
  const facts = { paymentId, network, asset, amount: toDecimal(BigInt(units), decimals) }
  if (ended.phase === 'paid') context.emit(PaySucceeded, { ...facts, transaction: transaction ?? '' })
  else if (ended.phase === 'failed') context.emit(PayFailed, { ...facts, message: reason })
}

/** A link is not worth losing sight of what was paid. */
export function explorerUrl(
  tools: PayerTools,
  payment: Pick<Payment, 'networkId' | 'transaction'>,
): string | undefined {
  const { networkId, transaction } = payment
  try {
    return transaction === undefined
      ? undefined
      : tools.wallets.chain(networkId, Explorer)?.transactionUrl(networkId, transaction)
  } catch (error) {
    tools.log.warn('The explorer’s link could not be made.', error)
    return undefined
  }
}

/** How a payment stands in the activity. */
export function recordOf(payment: Payment): TransactionRecord {
  const { networkId, payer: from = '', receiver: to, transaction: id = '', decimals, symbol } = payment
  const amount = { value: BigInt(payment.units), decimals, symbol }
  const asset = /\/(?!slip44)[^:]+:(.+)$/.exec(payment.asset)?.[1]
  return {
    id,
    networkId,
    operation: 'send',
    status: 'pending',
    from,
    to,
    transfers: [{ direction: 'out', amount, from, to, ...(asset === undefined ? {} : { asset }) }],
  }
}

/** How a payment ended, for the host. */
export function outcomeOf(payment: Payment): PaymentOutcome {
  const { billId, networkId, phase, transaction, payer, exchange } = payment
  const isKnown = phase === 'paid' || phase === 'failed' || phase === 'reported'
  return {
    billId,
    networkId,
    status: isKnown ? phase : 'undecided',
    ...(transaction === undefined ? {} : { transaction }),
    ...(payer === undefined ? {} : { payer }),
    ...(exchange === undefined ? {} : { exchange }),
  }
}
