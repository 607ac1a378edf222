import type { BitcoinNetwork } from '../../networks.js'
import type { PayingAccount } from '../send/payingAccount.js'
import type { PaymentOutput } from '../send/paymentOutput.js'
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
}

/** Each round raises the rate to what the last one lacked. */
const mostRounds = 8

/**
 * Pays at least the fee of the pending one and a satoshi for each byte of its own beside it, as nodes ask (BIP-125, rules 3 and
 * 4), and today's price where that is more. It spends coins of the pending one alone, so that only one of the two can be taken.
 *
 * @throws BaseError `INSUFFICIENT_FUNDS` when the change can't pay for it; `FEE_RATE_INVALID`
 */
export function chooseReplacement(question: ReplacementQuestion): Selection {
  const { network, account, pending, outputs } = question
  const { coins } = pending
  const rest = outputs.length === 0 ? { restTo: account.address } : {}
  // no money: a rate
  let rate = Math.ceil(question.rate)
  for (let round = 0; round < mostRounds; round += 1) {
    if (rate > highestRate) throw sendError('FEE_RATE_INVALID', `Rate: ${rate} sat/vB`)
    const selection = selectCoins({ account, network, coins, outputs, feeRate: rate, ...rest })
    if (!selection || selection.coins.length === 0) break
    const size = selection.fee / BigInt(rate)
    const least = pending.fee + size
    if (selection.fee >= least && selection.fee > pending.fee) return selection
    // no money: a rate
    rate = Number((least + size - 1n) / size)
  }
  throw sendError('INSUFFICIENT_FUNDS', `The fee before: ${pending.fee} sat. The change can’t pay for more.`)
}
