import type { BitcoinNetwork } from '../../networks.js'
import type { PayingAccount } from '../send/payingAccount.js'
import type { PaymentOutput } from '../send/paymentOutput.js'
import { feeAt, milliRate, satoshiAByte } from '../send/milliRate.js'
import { highestRate } from '../send/planPayment.js'
import { type Selection, selectCoins } from '../send/selectCoins.js'
import { sendError } from '../send/sendErrors.js'
import type { PendingPayment } from './readPending.js'

export interface ReplacementQuestion {
  readonly network: BitcoinNetwork
  readonly account: PayingAccount
  readonly pending: PendingPayment
  /** Whom it is to pay; none where everything goes back to the account. */
  readonly outputs: readonly PaymentOutput[]
  /** Satoshis per virtual byte that today's blocks ask for. */
  readonly rate: number
  /** The lowest rate that is told of: a node that takes less than 1 for a payment takes as little for the bytes of a replacement. */
  readonly least: number
}

/** Each round raises the rate to what the last one lacked. */
const mostRounds = 8

/**
 * Pays at least the fee of the pending one and, for each byte of its own beside it, what nodes ask (BIP-125, rules 3 and 4): a
 * satoshi, or less where they take less. And today's price where that is more. It spends coins of the pending one alone, so that only one of the two can be taken.
 *
 * @throws BaseError `INSUFFICIENT_FUNDS` when the change can't pay for it; `FEE_RATE_INVALID`
 */
export function chooseReplacement(question: ReplacementQuestion): Selection {
  const { network, account, pending, outputs } = question
  const { coins } = pending
  const rest = outputs.length === 0 ? { restTo: account.address } : {}
  const { least: lowest } = question
  const increment = lowest > 0 && lowest < 1 ? milliRate(lowest) : satoshiAByte
  let rate = milliRate(question.rate)
  for (let round = 0; round < mostRounds; round += 1) {
    if (rate > milliRate(highestRate))
      throw sendError('FEE_RATE_INVALID', `Rate: ${rate / satoshiAByte} sat/vB`)
    const selection = selectCoins({ account, network, coins, outputs, feeRate: rate, ...rest })
    if (!selection || selection.coins.length === 0) break
    const { size } = selection
    const least = pending.fee + feeAt(increment, size)
    if (selection.fee >= least && selection.fee > pending.fee) return selection
    rate = (least * satoshiAByte + size - 1n) / size
  }
  throw sendError('INSUFFICIENT_FUNDS', `The fee before: ${pending.fee} sat. The change can’t pay for more.`)
}
