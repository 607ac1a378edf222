// Damages encoded answers, as a contract could that wants to mislead the decoder. Not published.
import fc from 'fast-check'
import type { Hex } from 'viem'

export interface Spoiling {
  /** Words left of the answer, as a part of all of them. */
  readonly cut: number
  /** Which word is another one, as a part of all of them. */
  readonly place: number
  readonly value: bigint
}

/** One word is another one, and sometimes the end is missing. */
export const spoilings: fc.Arbitrary<Spoiling> = fc.record({
  cut: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  value: fc.oneof(
    fc.integer({ min: 0, max: 12 }).map((words) => BigInt(words * 32)),
    fc.bigInt(0n, 200n),
    fc.bigInt(0n, 2n ** 256n - 1n),
  ),
})

export function spoil(data: Hex, { cut, place, value }: Spoiling): Hex {
  const words = data.slice(2).match(/.{1,64}/g) ?? []
  words[Math.floor(words.length * place)] = value.toString(16).padStart(64, '0')
  const digits = words.join('')
  return `0x${digits.slice(0, 2 * Math.floor((digits.length / 2) * cut))}`
}
