import { toDecimal } from '@latchkey/kernel/contracts'
import type { ShownQuote } from './Swapper.js'
import type { SwapQuote, SwapToken } from './SwapSource.js'

/** In basis points: 0.1 % and 50 %. */
export const slippageBounds = { least: 10n, most: 5_000n } as const
/** The nearest slippage that can be chosen. */
export function withinBounds(slippage: bigint): bigint {
  if (slippage < slippageBounds.least) return slippageBounds.least
  return slippage > slippageBounds.most ? slippageBounds.most : slippage
}

/** Above, somebody who trades around the swap gets much of it; below, it often fails. In basis points. */
const usualSlippage = { least: 50n, most: 500n } as const

/** How the slippage of a quote or draft is unusual. `undefined` for a usual one. */
export function judgeSlippage({ slippage }: { readonly slippage: bigint }): 'low' | 'high' | undefined {
  if (slippage < usualSlippage.least) return 'low'
  return slippage > usualSlippage.most ? 'high' : undefined
}

/** A price impact in words. `extreme` has to be agreed to. */
export function judgeImpact(impact: bigint | undefined): ShownQuote['impact'] {
  if (impact === undefined) return undefined
  if (impact < 100n) return 'low'
  if (impact < 500n) return 'medium'
  return impact < 1_500n ? 'high' : 'extreme'
}

/** Whether so much is lost at once that the person has to agree to it: by moving the price, or against prices from elsewhere. */
export function losesMuch({ impact, belowPrice = 0n }: Pick<ShownQuote, 'impact' | 'belowPrice'>): boolean {
  return impact === 'extreme' || judgeImpact(belowPrice) === 'extreme'
}

/** Digits of a rate that are shown at most; what is cut is never rounded up. */
const rateDigits = 12

/** How much of `buy` one whole `sell` gives by a quote: a decimal string. */
export function rateOf({ sold, bought }: Pick<SwapQuote, 'sold' | 'bought'>): string {
  if (sold.value === 0n) return '0'
  const scale = 40
  const scaled =
    (bought.value * 10n ** BigInt(sold.decimals + scale)) / (sold.value * 10n ** BigInt(bought.decimals))
  const text = scaled.toString()
  const cut = text.length - rateDigits
  // Digits of the whole part stay.
  const kept =
    cut > 0 ? (scaled / 10n ** BigInt(Math.min(cut, scale))) * 10n ** BigInt(Math.min(cut, scale)) : scaled
  return toDecimal(kept, scale)
}

/** Whether both are the same token of one network. */
export function isSameToken(
  one: SwapToken | undefined,
  other: SwapToken | undefined,
  isSameAddress: (left: string, right: string) => boolean,
): boolean {
  if (!one || !other) return false
  if (one.address === undefined || other.address === undefined) return one.address === other.address
  return one.address === other.address || isSameAddress(one.address, other.address)
}
