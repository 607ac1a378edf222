import { type ReadBill, readBills } from '../bill/readBill.js'
import type { FoundTransaction, FoundTransfer, PaymentChain } from './PaymentChain.js'
import type { KeptPayment, PaymentStore } from './PaymentStore.js'
import { type PaymentRefusal, type PaymentRefusalCode, refuse } from './Refusal.js'

export interface PaymentVerifierOptions {
  /** The networks that may be paid on: `evmPayments`, `solanaPayments`, `bitcoinPayments`, `polkadotPayments`. */
  readonly chains: readonly PaymentChain[]
  readonly store: PaymentStore
  /** Seconds by which the clocks of server and chain may differ. Default 60. */
  readonly clockSkew?: number | undefined
}

/** A payment that settles its bill. */
export interface VerifiedPayment {
  readonly ok: true
  readonly billId: string
  /** CAIP-2. */
  readonly networkId: string
  /** As the network writes it. */
  readonly transaction: string
  /** The exact amount of the bill, a whole number in the smallest unit. A string, so that the result can be sent as JSON. */
  readonly units: string
  /** Accounts that paid, in the network's own form. */
  readonly payers: readonly string[]
  /** Of the block, in milliseconds since the epoch. */
  readonly paidAt: number
  /** True once for each bill: deliver then. Asked again, the same payment is found again, and this is false. */
  readonly isFirst: boolean
}

export type PaymentResult = VerifiedPayment | PaymentRefusal

export interface PaymentVerifier {
  /**
   * Whether a transaction pays a bill. Refusals are results, faults of the store are thrown. Ask again while `retry` of a refusal is true.
   *
   * @param bill As the server keeps it. Never as the page sends it: who pays would set the price.
   * @param transaction Its hash, signature or id, as the page reports it.
   */
  verify(bill: unknown, transaction: unknown): Promise<PaymentResult>
}

/** Characters; the longest id of the four chains has 88. */
const longestId = 128

/**
 * The check on a shop's server that a bill was paid, for every chain: it asks the node and believes nobody else. A payment counts when the
 * chain has confirmed it, the receiver got exactly the amount of exactly the asset, in time, from the right payer, and it
 * has settled no other bill.
 *
 * @example
 * const verifier = createPaymentVerifier({
 *   chains: [evmPayments({ networkId: 'eip155:1', url })],
 *   store: sqlPayments(execute, 'postgres'),
 * })
 * const result = await verifier.verify(bills.get(id), request.transaction)
 * if (result.ok) deliverOnce(result.billId)
 */
export function createPaymentVerifier(options: PaymentVerifierOptions): PaymentVerifier {
  const { chains, store } = options
  // no money: milliseconds, here and below
  const skew = (options.clockSkew ?? 60) * 1000

  async function verify(value: unknown, transaction: unknown): Promise<PaymentResult> {
    const reads = readBills(value)
    if ('problem' in reads) return refuse('BILL_INVALID', `The bill can't be checked. ${reads.problem}`)
    let refusal: PaymentRefusal | undefined
    const kept = reads[0] && (await store.read?.(reads[0].bill.id))
    for (const read of reads) {
      const result = await verifyOne(reads, read, transaction, kept)
      if (result.ok) return result
      if (!refusal || rankOf(result) < rankOf(refusal)) refusal = result
    }
    return refusal as PaymentRefusal
  }

  /** Verifies the bill, or one of its alternatives. */
  async function verifyOne(
    reads: readonly ReadBill[],
    read: ReadBill,
    transaction: unknown,
    kept: KeptPayment | undefined,
  ): Promise<PaymentResult> {
    const chain = chains.find(({ supports }) => supports(read.networkId))
    if (!chain) return refuse('NETWORK_UNSUPPORTED', `No chain is listed for ${read.networkId}.`)
    if (typeof transaction !== 'string' || transaction === '' || transaction.length > longestId) {
      return refuse('TRANSACTION_MALFORMED', 'Expected the id of a transaction, a text.')
    }
    const before = kept?.key.startsWith(`${read.networkId}/`) ? kept.block : undefined
    const found = await find(chain, read, transaction, before)
    if (!found.ok) return found
    const right = judge(chain, read, found, skew + (chain.clockSkew ?? 0) * 1000)
    if ('code' in right) return right
    return settle(options, reads, read, found, right)
  }

  return { verify }
}

/** Each payment settles one bill, and each bill has one payment. */
async function settle(
  { chains, store }: PaymentVerifierOptions,
  reads: readonly ReadBill[],
  read: ReadBill,
  found: FoundTransaction,
  right: readonly FoundTransfer[],
): Promise<PaymentResult> {
  const { id } = read.bill
  let refusal = refuse('PAYMENT_USED', `Transaction ${found.transaction} has paid another bill.`)
  for (const transfer of right) {
    const key = `${read.networkId}/${transfer.key}`
    const claim = await store.claim(id, key, found.block)
    if (claim.state === 'used') continue
    if (claim.state !== 'paid') return accept(read, found, transfer, claim.state === 'claimed')
    const kept = await store.read?.(id)
    if (kept?.key === claim.key && (await isGone(chains, reads, kept))) {
      if (await store.replace(id, claim.key, key, found.block)) return accept(read, found, transfer, false)
    }
    refusal = refuse('BILL_PAID', `Bill ${id} was paid by ${claim.key} before. This payment is a second one.`)
  }
  return refusal
}

/**
 * Whether the payment that settled the bill is no longer in the chain. A node that doesn't find it is no proof: it may have
 * forgotten it, or not look so far back. The proof is that its block was taken back.
 */
async function isGone(
  chains: readonly PaymentChain[],
  reads: readonly ReadBill[],
  { key, block }: KeptPayment,
): Promise<boolean> {
  const read = reads.find(({ networkId }) => key.startsWith(`${networkId}/`))
  const chain = read && chains.find(({ supports }) => supports(read.networkId))
  if (!read || !chain || block === undefined) return false
  const [transaction = ''] = key.slice(read.networkId.length + 1).split('#')
  const again = await find(chain, read, transaction, block)
  if (again.ok || !(again.code === 'TRANSACTION_UNKNOWN' || again.code === 'TRANSACTION_FAILED')) return false
  try {
    return (await chain.hasLost?.(block)) ?? false
  } catch {
    // The node can't be asked: nothing is proven, and the bill stays paid.
    return false
  }
}

/** Refusals by how much they say. Of several, one about a payment that was found comes before one that wasn't. */
const telling: readonly PaymentRefusalCode[] = [
  'BILL_PAID',
  'PAYMENT_USED',
  // What one alternative refuses for good may be what another one asks for, whose node didn't answer.
  'NODE_UNREACHABLE',
  'PAYER_WRONG',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'PAID_TOO_EARLY',
  'PAID_TOO_LATE',
  'REFERENCE_MISSING',
  'TRANSACTION_UNREADABLE',
  'TRANSACTION_FAILED',
  'TRANSACTION_UNCONFIRMED',
  'ASSET_WRONG',
  'RECEIVER_WRONG',
  'TRANSACTION_UNKNOWN',
]

function rankOf({ code }: PaymentRefusal): number {
  const rank = telling.indexOf(code)
  return rank < 0 ? telling.length : rank
}

async function find(
  chain: PaymentChain,
  read: ReadBill,
  transaction: string,
  block: string | undefined,
): Promise<FoundTransaction | PaymentRefusal> {
  try {
    return await chain.find(read, transaction, block)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 300) : 'an unknown fault'
    return refuse('NODE_UNREACHABLE', `The node of ${read.networkId} couldn't be asked: ${reason}`)
  }
}

function accept(
  read: ReadBill,
  { transaction, time }: FoundTransaction,
  { units, payers }: FoundTransfer,
  isFirst: boolean,
): VerifiedPayment {
  const { networkId } = read
  const { id: billId } = read.bill
  return { ok: true, billId, networkId, transaction, units: `${units}`, payers, paidAt: time, isFirst }
}

/** The transfers that are what the bill asks for, or why none is. */
function judge(
  chain: PaymentChain,
  { bill, units }: ReadBill,
  { transaction, time, transfers, instead }: FoundTransaction,
  skew: number,
): readonly FoundTransfer[] | PaymentRefusal {
  const said = `Transaction ${transaction}`
  if (time < bill.createdAt - skew) {
    return refuse('PAID_TOO_EARLY', `${said} was made before bill ${bill.id}.`)
  }
  if (bill.expiresAt !== undefined && time > bill.expiresAt + skew) {
    return refuse('PAID_TOO_LATE', `${said} was made after bill ${bill.id} ended.`)
  }
  const first = transfers[0]
  if (!first) {
    return instead === 'asset'
      ? refuse('ASSET_WRONG', `${said} pays the receiver in another asset than ${bill.asset}.`)
      : refuse('RECEIVER_WRONG', `${said} pays nothing of ${bill.asset} to ${bill.receiver}.`)
  }
  const exact = transfers.filter((transfer) => transfer.units === units)
  if (exact.length === 0) {
    const sum = `${said} pays ${first.units} of the smallest unit, and the bill asks for ${units}.`
    return refuse(first.units < units ? 'AMOUNT_TOO_LOW' : 'AMOUNT_TOO_HIGH', sum)
  }
  const { payer } = bill
  if (payer === undefined) return exact
  const own = exact.filter(
    ({ payers, isUnclear }) => !isUnclear && payers.some((one) => chain.isSameAddress(one, payer)),
  )
  return own.length > 0 ? own : refuse('PAYER_WRONG', `${said} ${payerSentence(exact[0] ?? first, payer)}`)
}

function payerSentence({ payers, isUnclear, hint }: FoundTransfer, payer: string): string {
  const names = payers.join(', ') || 'nobody who could be found'
  const fact = isUnclear
    ? `was paid from ${names} together, and whether ${payer} did can’t be told.`
    : `was paid by ${names} and not by ${payer}.`
  return hint === undefined ? fact : `${fact} ${hint}`
}
