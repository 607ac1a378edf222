import type { FeeForecast } from './capabilities/send.js'

/** Returns what a check tells of a fee beside the most that can be charged, and nothing else of it. */
export function feeForecastOf({ likelyFee, setUpFee, feePayer }: FeeForecast): FeeForecast {
  return {
    ...(likelyFee ? { likelyFee } : {}),
    ...(setUpFee ? { setUpFee } : {}),
    ...(feePayer ? { feePayer } : {}),
  }
}
