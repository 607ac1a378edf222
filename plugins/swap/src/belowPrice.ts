import { type Amount, worthOfUnits, fromDecimal } from '@latchkey/kernel/contracts'

/** Both amounts of an offer as people read them, with the price of one whole unit of each from elsewhere, decimal strings. */
export interface PricedOffer {
  readonly sold: Amount
  readonly bought: Amount
  readonly sellPrice: string | undefined
  readonly buyPrice: string | undefined
  /** In basis points. */
  readonly slippage: bigint
}

/** Prices of dust have many zeros in front. */
const scale = 400

/**
 * By how much less what is bought is worth than what is sold, in basis points, where that is more than the slippage. `undefined` for a
 * fair offer, and where one of the prices isn't known: pools that all lack money agree with each other, and only a price from elsewhere
 * tells.
 */
export function belowPrice({ sold, bought, sellPrice, buyPrice, slippage }: PricedOffer): bigint | undefined {
  const paid = worthAt(sold, sellPrice)
  const received = worthAt(bought, buyPrice)
  if (paid === undefined || received === undefined || paid === 0n) return undefined
  const missing = ((paid - received) * 10_000n) / paid
  return missing > slippage ? missing : undefined
}

function worthAt({ value, decimals }: Amount, price: string | undefined): bigint | undefined {
  const worth = price === undefined ? undefined : worthOfUnits(value, decimals, price)
  return worth === undefined ? undefined : fromDecimal(worth, scale)
}
