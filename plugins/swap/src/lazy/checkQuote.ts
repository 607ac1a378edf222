import type { Amount } from '@latchkey/kernel/contracts'
import { withinBounds } from '../assess.js'
import { minimumOf } from '../minimumOf.js'
import type { SwapQuote, SwapQuoteRequest, SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'

/**
 * Refuses a quote that isn't for what was asked, or whose parts contradict each other.
 *
 * @throws BaseError `SWAP_QUOTE_INVALID`
 */
export function checkQuote(quote: SwapQuote, request: SwapQuoteRequest, now: number): SwapQuote {
  const { sell, buy, amount } = request
  const { sold, bought, minimum, slippage, priceImpact, fees, route, validUntil, allowance, deposit } = quote
  const holds = (condition: boolean, expected: string) => {
    if (!condition) throw swapError('SWAP_QUOTE_INVALID', { metaMessages: [`Expected ${expected}.`] })
  }
  holds(isAmountOf(sold, sell) && sold.value === amount, 'the amount and the decimals of what is sold')
  holds(isAmountOf(bought, buy) && bought.value > 0n, 'an amount of what is bought')
  holds(isAmountOf(minimum, buy), 'a minimum in what is bought')
  holds(typeof slippage === 'bigint' && slippage >= 0n, 'a slippage in basis points')
  const { recommendedSlippage: recommended } = quote
  holds(
    recommended === undefined ||
      (typeof recommended === 'bigint' && recommended === withinBounds(recommended)),
    'a recommended slippage from 10 to 5,000 basis points',
  )
  const agreed = (request.isSlippageAutomatic && recommended) || request.slippage
  holds(slippage <= agreed, 'no more slippage than was agreed to')
  holds(
    minimum.value >= minimumOf(bought.value, slippage) && minimum.value <= bought.value,
    'a minimum within the slippage that is told',
  )
  holds(
    priceImpact === undefined ||
      (typeof priceImpact === 'bigint' && priceImpact >= 0n && priceImpact <= 10_000n),
    'a price impact from 0 to 10,000 basis points',
  )
  holds(Array.isArray(fees) && Array.isArray(route), 'a list of fees and a route')
  holds(typeof validUntil === 'number' && validUntil > now, 'an offer that holds')
  holds(deposit === undefined || isUnits(deposit.value), 'a deposit in the coin')
  if (allowance) {
    holds(isUnits(allowance.current) && isUnits(allowance.needed), 'allowances in the smallest unit')
    holds(allowance.needed <= amount, 'an allowance of no more than is sold')
    holds(sell.address !== undefined, 'no allowance for the coin')
  }
  return quote
}

const isUnits = (value: unknown): value is bigint => typeof value === 'bigint' && value >= 0n

const isAmountOf = (amount: Amount | undefined, token: SwapToken): boolean =>
  isUnits(amount?.value) && amount?.decimals === token.decimals
