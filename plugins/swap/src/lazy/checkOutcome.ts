import type { AllowanceChange, BalanceChange } from '@latchkey/kernel/contracts'
import type { SwapQuote, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'

export interface OutcomeQuestion {
  readonly quote: SwapQuote
  readonly sell: SwapToken
  readonly buy: SwapToken
  readonly account: string
  /** What the chain predicts. `undefined` where it can't. */
  readonly changes: readonly BalanceChange[] | undefined
  readonly allowances: readonly AllowanceChange[] | undefined
  isSameAddress(left: string, right: string): boolean
}

/**
 * Holds what the chain predicts against the quote: at least the minimum arrives, no more than is sold leaves, nothing else
 * leaves, and nobody may move more afterwards than before.
 *
 * @returns Whether the chain predicted anything.
 * @throws BaseError `SWAP_CALLS_REFUSED`, `SWAP_RECEIVES_LESS`
 */
export function checkOutcome(question: OutcomeQuestion): boolean {
  const { changes, allowances = [] } = question
  if (!changes) return false
  const own = changes.filter(({ address }) => question.isSameAddress(address, question.account))
  checkDecimals(own, question)
  checkReceived(own, question)
  checkLeaving(own, question)
  for (const change of allowances) checkLeft(change)
  return true
}

const refuse = (detail: string) => swapError('SWAP_CALLS_REFUSED', { metaMessages: [detail] })

function isOf(change: BalanceChange, token: SwapToken, isSame: OutcomeQuestion['isSameAddress']): boolean {
  if (change.collectible) return false
  if (change.asset === undefined || token.address === undefined) return change.asset === token.address
  return isSame(change.asset, token.address)
}

/** As the chain moves it: quotes and calls say nothing else. */
const movedOf = ({ amount }: BalanceChange) => amount.moved ?? amount.value
const sumOf = (changes: readonly BalanceChange[]) =>
  changes.reduce((total, change) => total + movedOf(change), 0n)

/** Decimals that the chain contradicts would have the person type one amount and sell another. */
function checkDecimals(own: readonly BalanceChange[], { sell, buy, isSameAddress }: OutcomeQuestion): void {
  for (const change of own) {
    const token = [sell, buy].find((one) => isOf(change, one, isSameAddress))
    if (token) checkPlaces(token, change.amount.decimals)
  }
}

/** @throws BaseError `SWAP_CALLS_REFUSED` when the network states other decimals than the source. */
export function checkPlaces({ symbol, decimals }: SwapToken, stated: number | undefined): void {
  if (decimals === stated) return
  throw refuse(`${symbol} has ${stated ?? 'no'} decimals on the network, not ${decimals}.`)
}

function checkReceived(own: readonly BalanceChange[], { quote, buy, isSameAddress }: OutcomeQuestion): void {
  const received = sumOf(own.filter((change) => isOf(change, buy, isSameAddress)))
  if (received >= quote.minimum.value) return
  throw swapError('SWAP_RECEIVES_LESS', {
    metaMessages: [`The network predicts ${received} units, and the minimum is ${quote.minimum.value}.`],
  })
}

function checkLeaving(own: readonly BalanceChange[], question: OutcomeQuestion): void {
  const { quote, sell, buy, isSameAddress } = question
  const left = -sumOf(own.filter((change) => isOf(change, sell, isSameAddress)))
  const deposit = quote.deposit?.value ?? 0n
  const most = quote.sold.value + (sell.address === undefined ? deposit : 0n)
  if (left > most) throw refuse(`${left} units of what is sold would leave.`)
  for (const change of own) {
    if (isOf(change, sell, isSameAddress) || isOf(change, buy, isSameAddress)) continue
    const isDeposit = change.asset === undefined && -movedOf(change) <= deposit
    if (movedOf(change) < 0n && !isDeposit) {
      throw refuse(`${change.asset ?? change.amount.symbol} would leave, which isn’t what is sold.`)
    }
  }
}

const grows = ({ amount, previous = 0n }: AllowanceChange): boolean =>
  amount === 'unlimited' || (previous !== 'unlimited' && amount > previous)

/** The swap uses up what is allowed for it. */
function checkLeft(change: AllowanceChange): void {
  if (!grows(change)) return
  const { token, spender } = change
  throw refuse(`${spender} could move ${token.symbol || token.address} afterwards.`)
}

function checkAllowance(change: AllowanceChange, { quote, sell, isSameAddress }: OutcomeQuestion): void {
  if (!grows(change)) return
  const { token, spender, amount, moved = amount } = change
  const { allowance } = quote
  const isStated =
    !change.collectible &&
    allowance !== undefined &&
    sell.address !== undefined &&
    isSameAddress(token.address, sell.address) &&
    [allowance.spender, allowance.through].some((known) => known && isSameAddress(spender, known))
  if (isStated && amount !== 'unlimited' && moved !== 'unlimited' && moved <= allowance.needed) return
  throw refuse(`${spender} could move ${token.symbol || token.address} afterwards.`)
}

/**
 * The same for the approvals alone: nothing leaves, and only what the quote says is allowed.
 *
 * @throws BaseError `SWAP_CALLS_REFUSED`
 */
export function checkApprovalOutcome(question: OutcomeQuestion): void {
  const { changes = [], allowances = [], account, isSameAddress } = question
  for (const change of changes) {
    const { address, amount, asset } = change
    if (isSameAddress(address, account) && movedOf(change) < 0n)
      throw refuse(`${asset ?? amount.symbol} would leave.`)
  }
  for (const change of allowances) checkAllowance(change, question)
}
