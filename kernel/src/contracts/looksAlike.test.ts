import { describe, expect, it } from 'vitest'
import { looksAlike } from './looksAlike.js'

const known = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

describe('addresses look alike', () => {
  it.each([
    ['EVM', known, `0xFB6${'0'.repeat(34)}359`, true],
    ['EVM that differ at one end', known, `0xFB6${'0'.repeat(34)}350`, false],
    ['EVM that are the same', known, known.toLowerCase(), false],
    [
      'Solana',
      '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
      '7Yt8888888888888888888888888888888888888j2G5',
      true,
    ],
    [
      'Bitcoin, beyond the part that all have',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw50aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa8f3t4',
      true,
    ],
    [
      'Bitcoin, by the part that all have',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa8f3',
      false,
    ],
    [
      'Polkadot',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
      '15oF1111111111111111111111111111111111111111r6Sp5',
      true,
    ],
    ['short texts', 'abc', 'abd', false],
  ])('%s', (_, left, right, expected) => {
    expect(looksAlike(left, right)).toBe(expected)
    expect(looksAlike(right, left)).toBe(expected)
  })
})
