import {
  type PriceCurrency,
  priceCurrencies,
  type PricesService,
  readDecimal,
  toScale,
} from '@latchkey/kernel/contracts'
import type { OnrampQuote } from '../OnrampProvider.js'

const isPriced = (currency: string): currency is PriceCurrency =>
  (priceCurrencies as readonly string[]).includes(currency)

/** The market price of an offer's asset, in the currency of the payment. `undefined` when no source has one. */
export async function readMarketPrice(
  prices: PricesService,
  { asset, currency }: OnrampQuote,
  signal: AbortSignal,
): Promise<string | undefined> {
  const wanted = currency.toLowerCase()
  if (!isPriced(wanted)) return undefined
  const { networkId, address } = asset
  return prices.read({ networkId, currency: wanted, signal, ...(address === undefined ? {} : { address }) })
}

/**
 * How much less an offer gives, after all fees, than the same money buys at a price, in thousandths of the payment, rounded
 * down. Negative when the offer gives more. `undefined` when the price isn't a number.
 */
export function lossOf({ total, receives }: OnrampQuote, price: string): bigint | undefined {
  const [paid, got, rate] = [total, receives, price].map((text) => readDecimal(text))
  if (!paid || !got || !rate || paid.digits === 0n || rate.digits === 0n) return undefined
  const worth = { digits: got.digits * rate.digits, scale: got.scale + rate.scale }
  const scale = Math.max(paid.scale, worth.scale)
  const [whole, part] = [toScale(paid, scale), toScale(worth, scale)]
  return ((whole - part) * 1000n) / whole
}
