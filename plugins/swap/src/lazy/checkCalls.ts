import type { SwapReading } from '../SwapReader.js'
import type { SwapQuote, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'

export interface CallsQuestion {
  readonly quote: SwapQuote
  readonly sell: SwapToken
  readonly buy: SwapToken
  readonly account: string
  /** What the calls say of themselves. `undefined` where nobody can read them. */
  readonly readings: readonly SwapReading[] | undefined
  /** `SwapQuotes.targets`. */
  readonly targets: readonly string[]
  isSameAddress(left: string, right: string): boolean
}

/**
 * Holds the calls of a source against its quote, by their own bytes: approvals of the sold token, exact and to the stated
 * spender; swaps of the stated amounts to the account itself; nothing that addresses another contract.
 *
 * @returns Whether the bytes alone tell that the account receives the minimum. When they don't, the chain has to.
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
export function checkCalls(question: CallsQuestion): boolean {
  const { readings } = question
  if (!readings) return false
  for (const reading of readings) {
    if (reading.kind === 'approval') checkApproval(reading, question)
    else if (reading.kind !== 'preparation') checkTarget(reading.target, question)
    if (reading.kind === 'swap') checkSwap(reading, question)
  }
  const swaps = readings.filter(({ kind }) => kind === 'swap').length
  // Each sells all that is sold, so that a second one would sell it again.
  if (swaps > 1) throw refuse(`The calls sell ${swaps} times.`)
  return swaps === 1 && readings.every(({ kind }) => kind !== 'unknown')
}

const refuse = (detail: string) => swapError('SWAP_CALLS_REFUSED', { metaMessages: [detail] })

function checkTarget(target: string, { targets, isSameAddress }: CallsQuestion): void {
  if (targets.some((known) => isSameAddress(known, target))) return
  throw refuse(`A call goes to ${target}, which isn’t one of the source’s contracts.`)
}

function checkApproval(
  { token, spender, amount }: Extract<SwapReading, { kind: 'approval' }>,
  { quote, sell, isSameAddress }: CallsQuestion,
): void {
  const { allowance } = quote
  if (sell.address === undefined || !isSameAddress(token, sell.address)) {
    throw refuse(`A call allows somebody ${token}, which isn’t what is sold.`)
  }
  if (!allowance || !isSameAddress(spender, allowance.spender)) {
    throw refuse(`A call allows ${spender} to move what is sold, which the offer doesn’t say.`)
  }
  if (amount > allowance.needed) throw refuse('A call allows more than is sold.')
}

function checkSwap(swap: Extract<SwapReading, { kind: 'swap' }>, question: CallsQuestion): void {
  const { quote, sell, buy, account, isSameAddress } = question
  const isToken = (read: string | undefined, token: SwapToken) =>
    read === undefined || token.address === undefined
      ? read === token.address
      : isSameAddress(read, token.address)
  if (!isToken(swap.sell, sell)) throw refuse('A call sells something else.')
  if (!isToken(swap.buy, buy)) throw refuse('A call buys something else.')
  if (swap.amount !== quote.sold.value) throw refuse(`A call sells ${swap.amount} units.`)
  if (swap.minimum < quote.minimum.value) throw refuse(`A call is content with ${swap.minimum} units.`)
  if (!isSameAddress(swap.receiver, account)) throw refuse(`A call pays ${swap.receiver}.`)
}
