/** Fee rates in satoshis per virtual byte, as mempool.space names them. */
export interface FeeRates {
  readonly fastestFee: number
  readonly halfHourFee: number
  readonly hourFee: number
  readonly economyFee: number
  readonly minimumFee: number
}

/** Used when none are given: a private chain has no fee market to estimate from. */
export const defaultFeeRates: FeeRates = {
  fastestFee: 12,
  halfHourFee: 10,
  hourFee: 8,
  economyFee: 4,
  minimumFee: 1,
}

/** The same rates by confirmation target in blocks, as Esplora gives them. */
export const feeEstimates = (rates: FeeRates): Readonly<Record<string, number>> => ({
  1: rates.fastestFee,
  2: rates.fastestFee,
  3: rates.halfHourFee,
  6: rates.hourFee,
  12: rates.economyFee,
  144: rates.minimumFee,
})
