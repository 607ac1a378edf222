import { type Amount, toDecimal } from '@latchkey/kernel/contracts'
import { BaseError } from '@latchkey/kernel/plugin'

export type PayErrorCode = keyof typeof sentences

const sentences = {
  PAY_BILL_INVALID: 'This bill can’t be paid, because it can’t be read. Nothing was sent.',
  PAY_BILL_CHANGED: 'This bill was started with another amount or recipient before. Nothing was sent.',
  PAY_BILL_ENDED: 'This bill has expired. Nothing was sent.',
  PAY_ENDED_SWAPPED: 'The swap is done, but this bill expired before it was paid.',
  PAY_LINK_REFUSED: 'This payment link can’t be paid. It has to name an address and an amount.',
  PAY_RECEIVER_INVALID: 'The receiver of this bill isn’t an address of its network. Nothing was sent.',
  PAY_PAYER_OTHER: 'This bill is for another account. Switch to it in your wallet.',
  PAY_DECIMALS_OTHER: 'This bill has the wrong decimals for its token. Nothing was sent.',
  PAY_AMOUNT_OTHER: 'The exact sum can’t be sent from this account. Nothing was sent.',
  PAY_BUSY: 'Another payment is waiting for your wallet. Finish it first.',
  PAY_NOT_PREPARED: 'There’s nothing to confirm yet. Choose what to pay with first.',
  PAY_NETWORK_OTHER: 'Your wallet is on another network now. Choose again what to deposit.',
  PAY_DEPOSIT_UNFIT: 'You can’t deposit to this account. Switch to another account.',
  PAY_WALLET_GONE: 'The wallet isn’t connected any more. Connect it again, then pay.',
  PAY_SWAP_REFUSED: 'The swap would do something other than it offers. Nothing was sent.',
  PAY_SWAP_FAILED: 'The swap failed, and nothing was paid. Choose another way to pay.',
  PAY_SWAP_LATE: 'This bill expires too soon to swap first. Pay with something else.',
  PAY_COIN_SHORT: 'After the swap you couldn’t pay the network fee. Pay with something else.',
  PAY_SWAP_OPEN: 'Your wallet may still do the swap. Check your wallet.',
  PAY_SWAP_MISSING: 'This can’t be swapped for the bill right now. Pay with something else.',
  PAY_EXCHANGE_UNFIT: 'This exchange can’t pay this bill. Choose another way to pay.',
  PAY_EXCHANGE_FAILED: 'The exchange didn’t answer as expected. Try again, or pay another way.',
} as const

/** One sentence per reason that a bill isn't paid. */
export function payError(
  code: PayErrorCode,
  options: { readonly cause?: unknown; readonly metaMessages?: readonly string[] } = {},
): BaseError {
  return new BaseError(sentences[code], { code, ...options })
}

/** @param held What the account has of the bill's asset, where that is known. */
export function endedAfterSwap(held: Amount | undefined): BaseError {
  if (!held) return payError('PAY_ENDED_SWAPPED')
  const sentence = `${sentences.PAY_ENDED_SWAPPED} You have ${toDecimal(held.value, held.decimals)} ${held.symbol}.`
  return new BaseError(sentence, { code: 'PAY_ENDED_SWAPPED', parameters: { amount: held } })
}

export const payErrorCodes = Object.keys(sentences) as readonly PayErrorCode[]
