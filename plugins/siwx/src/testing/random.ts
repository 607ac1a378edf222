/** A small seeded generator (mulberry32): the same seed gives the same run. Not for secrets. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** True once in `times`. */
  once(times: number): boolean
  text(alphabet: string, minimum: number, maximum: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    once: (times) => below(times) === 0,
    text: (alphabet, minimum, maximum) =>
      Array.from(
        { length: minimum + below(maximum - minimum + 1) },
        () => alphabet[below(alphabet.length)],
      ).join(''),
  }
}
