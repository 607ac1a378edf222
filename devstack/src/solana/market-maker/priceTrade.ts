export interface Reserves {
  readonly sell: bigint
  readonly buy: bigint
}

export interface PricedTrade {
  readonly bought: bigint
  /** How much worse than the price of a tiny trade, as a decimal string: `0.0123` is 1.23 %. */
  readonly impact: string
}

/** What the maker keeps, in basis points. */
const margin = 30n
const whole = 10_000n
/** Decimals of the impact. */
const scale = 12

/** The price of a trade, as a pool of constant product with these reserves would make it. Pure; rounds down. */
export function priceTrade(amount: bigint, { sell, buy }: Reserves): PricedTrade {
  const counted = amount * (whole - margin)
  const bought = (counted * buy) / (sell * whole + counted)
  // Without the margin: bought / (amount × buy / sell) is sell / (sell + counted).
  const share = (counted * 10n ** BigInt(scale)) / (sell * whole + counted)
  return { bought, impact: `0.${share.toString().padStart(scale, '0')}` }
}
