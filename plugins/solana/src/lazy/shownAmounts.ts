import type { Multiplier } from '@latchkey/kernel/chain'

/** How a mint of Token-2022 turns what is moved into what wallets show (its "UI amount"). */
export type Scale =
  | {
      readonly kind: 'multiplier'
      readonly multiplier: number
      /** Takes over at `nextFrom`, in seconds of the chain's clock. */
      readonly next: number
      readonly nextFrom: bigint
    }
  | {
      readonly kind: 'interest'
      /** Seconds of the chain's clock. */
      readonly since: bigint
      readonly changedAt: bigint
      /** Basis points a year, until `changedAt` and after it. */
      readonly rateBefore: number
      readonly rate: number
    }

/** As the program counts it, a year has 365.24 days. */
const secondsOfYear = 31_556_736
const basisPoints = 10_000
/** Beyond, what is shown would be digits without meaning. No honest token comes near. */
const furthest = 1e18

/**
 * The multiplier at a time of the chain's clock: the double that the program computes with, taken as the exact number it is.
 *
 * @returns undefined when the mint says none that can be used.
 */
export function multiplierAt(scale: Scale, time: bigint): Multiplier | undefined {
  if (scale.kind === 'multiplier') return exactly(time >= scale.nextFrom ? scale.next : scale.multiplier)
  const { since, changedAt, rateBefore, rate } = scale
  return exactly(growth(rateBefore, changedAt - since) * growth(rate, time - changedAt))
}

/** Interest is compounded continuously. */
const growth = (rate: number, seconds: bigint) =>
  Math.exp((rate * Number(seconds)) / secondsOfYear / basisPoints)

function exactly(value: number): Multiplier | undefined {
  if (!(value >= 1 / furthest && value <= furthest)) return undefined
  let denominator = 1n
  let scaled = value
  // Doubling a double is exact.
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    denominator *= 2n
  }
  return { numerator: BigInt(scaled), denominator }
}
