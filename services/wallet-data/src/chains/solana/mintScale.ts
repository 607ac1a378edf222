import type { Multiplier } from '../multiplier.js'

/** How a mint of Token-2022 turns what is moved into what wallets show (its "UI amount"). */
export type MintScale =
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

const accountLength = 165
/** The byte behind that length says what an account with extensions is. */
const mintKind = 1
const clockLength = 40
const extensionTypes = { interestBearing: 10, scaledUiAmount: 25 }
/** As the program counts it, a year has 365.24 days. */
const secondsOfYear = 31_556_736
const basisPoints = 10_000
/** Beyond, what is shown would be digits without meaning: so the wallet's own plugin reads it, too. */
const furthest = 1e18

const view = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Seconds of the chain's clock, or `undefined` when the data is none. */
export const readClock = (data: Uint8Array): bigint | undefined =>
  data.length === clockLength ? view(data).getBigInt64(32, true) : undefined

/** Reads how a mint of Token-2022 scales its amounts; `undefined` where they are shown as they are moved. */
export function readMintScale(data: Uint8Array): MintScale | undefined {
  if (data.length <= accountLength || data[accountLength] !== mintKind) return undefined
  const scaled = extensionOf(data, extensionTypes.scaledUiAmount)
  if (scaled && scaled.byteLength >= 56) {
    return {
      kind: 'multiplier',
      multiplier: scaled.getFloat64(32, true),
      nextFrom: scaled.getBigInt64(40, true),
      next: scaled.getFloat64(48, true),
    }
  }
  const interest = extensionOf(data, extensionTypes.interestBearing)
  if (!interest || interest.byteLength < 52) return undefined
  return {
    kind: 'interest',
    since: interest.getBigInt64(32, true),
    rateBefore: interest.getInt16(40, true),
    changedAt: interest.getBigInt64(42, true),
    rate: interest.getInt16(50, true),
  }
}

/** Extensions follow as type, length and value. */
function extensionOf(data: Uint8Array, type: number): DataView | undefined {
  const at = view(data)
  let found: DataView | undefined
  for (let position = accountLength + 1; position + 4 <= data.length; ) {
    const length = at.getUint16(position + 2, true)
    const value = data.subarray(position + 4, position + 4 + length)
    if (at.getUint16(position, true) === type) found = view(value)
    position += 4 + length
  }
  return found
}

/**
 * The multiplier at a time of the chain's clock: the double that the program computes with, taken as the exact number it is.
 *
 * @returns undefined when the mint says none that can be used.
 */
export function multiplierAt(scale: MintScale, time: bigint): Multiplier | undefined {
  if (scale.kind === 'multiplier') return exactly(time >= scale.nextFrom ? scale.next : scale.multiplier)
  const { since, changedAt, rateBefore, rate } = scale
  return exactly(growth(rateBefore, changedAt - since) * growth(rate, time - changedAt))
}

/** Interest is compounded continuously. */
const growth = (rate: number, seconds: bigint) =>
  // no money: basis points and seconds
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
