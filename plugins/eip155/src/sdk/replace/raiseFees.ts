import { type FeePlan, pricePerGas } from '../send/planFees.js'
import type { Pending } from './readPending.js'

type Price = Pending['price']

/** Nodes take a replacement only for a tenth more, of both prices (the rule of geth, which others follow). */
const raise = (price: bigint) => larger((price * 110n + 99n) / 100n, price + 1n)

const larger = (left: bigint, right: bigint) => (left > right ? left : right)

/**
 * Prices that nodes take in the place of a transaction's own, and at which blocks are made today. The form stays: a gas price
 * counts as both prices of EIP-1559, so that the other form would have to raise what it doesn't name.
 */
export function raiseFees(price: Price, today: FeePlan): Price {
  if ('gasPrice' in price) {
    return { gasPrice: larger(raise(price.gasPrice), gasPriceOf(today)) }
  }
  const { maxFeePerGas = pricePerGas(today), maxPriorityFeePerGas = 0n } = today as Partial<PricesOf1559>
  const tip = larger(raise(price.maxPriorityFeePerGas), maxPriorityFeePerGas)
  return {
    maxPriorityFeePerGas: tip,
    maxFeePerGas: larger(larger(raise(price.maxFeePerGas), maxFeePerGas), tip),
  }
}

type PricesOf1559 = Extract<Price, { readonly maxFeePerGas: bigint }>

/** A gas price is paid in full: so it has room for two full blocks, not for the six that a limit has. */
function gasPriceOf(today: FeePlan): bigint {
  if (today.gasPrice !== undefined) return today.gasPrice
  const base = (today.maxFeePerGas - today.maxPriorityFeePerGas) / 2n
  return (base * 5n) / 4n + today.maxPriorityFeePerGas
}

/** The most that one unit of gas can cost. */
export const highestPrice = (price: Price) => ('gasPrice' in price ? price.gasPrice : price.maxFeePerGas)
