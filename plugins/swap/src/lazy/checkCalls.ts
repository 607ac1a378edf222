import type { SwapReading } from '../SwapReader.js'
import type { SwapQuote, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'

type Approval = Extract<SwapReading, { kind: 'approval' }>

export interface CallsQuestion {
  readonly quote: SwapQuote
  readonly sell: SwapToken
  readonly buy: SwapToken
  readonly account: string
  /** What the calls say of themselves. `undefined` where nobody can read them. */
  readonly readings: readonly SwapReading[] | undefined
  /** `SwapQuotes.targets`. */
  readonly targets: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
  isSameAddress(left: string, right: string): boolean
}

/** How many seconds a call may stay valid, because its minimum belongs to the current price. */
const longest = 3_600n // no money: seconds

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
  const swaps = readings.filter((reading) => reading.kind === 'swap')
  // Each sells all that is sold, so that a second one would sell it again.
  if (swaps.length > 1) throw refuse(`The calls sell ${swaps.length} times.`)
  for (const { target } of swaps) checkSpenders(target, readings, question)
  return swaps.length === 1 && readings.every(({ kind }) => kind !== 'unknown')
}

const refuse = (detail: string) => swapError('SWAP_CALLS_REFUSED', { metaMessages: [detail] })

function checkTarget(target: string, { targets, isSameAddress }: CallsQuestion): void {
  if (targets.some((known) => isSameAddress(known, target))) return
  throw refuse(`A call goes to ${target}, which isn’t one of the source’s contracts.`)
}

/**
 * Holds one allowance, given by a call or by a signature, against the quote.
 *
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
export function checkApproval(
  approval: Approval,
  question: Pick<CallsQuestion, 'quote' | 'sell' | 'targets' | 'isSameAddress'>,
): void {
  const { token, spender, amount } = approval
  const { quote, sell, targets, isSameAddress } = question
  const { allowance } = quote
  if (sell.address === undefined || !isSameAddress(token, sell.address)) {
    throw refuse(`A call allows somebody ${token}, which isn’t what is sold.`)
  }
  if (!allowance || !isStated(approval, allowance, isSameAddress)) {
    throw refuse(`A call allows ${spender} to move what is sold, which the offer doesn’t say.`)
  }
  if (!targets.some((known) => isSameAddress(known, allowance.spender))) {
    throw refuse(`${allowance.spender}, which isn’t one of the source’s contracts, could move what is sold.`)
  }
  if (amount > allowance.needed) throw refuse('A call allows more than is sold.')
}

/** Whether an allowance is for the offer's spender, or for what the reader knows to pass it on to the spender alone. */
function isStated(
  { spender, through, isPassedOn = false }: Approval,
  allowance: NonNullable<SwapQuote['allowance']>,
  isSameAddress: CallsQuestion['isSameAddress'],
): boolean {
  if (allowance.through === undefined) {
    return through === undefined && !isPassedOn && isSameAddress(spender, allowance.spender)
  }
  if (through === undefined) return isPassedOn && isSameAddress(spender, allowance.through)
  return isSameAddress(through, allowance.through) && isSameAddress(spender, allowance.spender)
}

/** Who is allowed something is who swaps: another would have it left over. */
function checkSpenders(
  target: string,
  readings: readonly SwapReading[],
  { isSameAddress }: CallsQuestion,
): void {
  for (const reading of readings) {
    if (reading.kind !== 'approval' || reading.isPassedOn) continue
    if (isSameAddress(reading.spender, target)) continue
    throw refuse(`A call allows ${reading.spender} to move what is sold, and ${target} swaps it.`)
  }
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
  const latest = BigInt(Math.floor(question.now / 1_000)) + longest // no money: seconds
  if (swap.deadline !== undefined && swap.deadline > latest) {
    throw refuse(`A call could be held back until ${swap.deadline}.`)
  }
}
