import { expect, test } from 'vitest'
import { withGasMargin } from './withGasMargin.js'

const cap = 16_777_216n

test.each([
  ['a call', 100_000n, { isPlain: false }, 150_000n],
  ['a plain payment', 21_000n, { isPlain: true }, 21_000n],
  ['a plain payment on a network that charges more for one', 36_000n, { isPlain: true }, 36_000n],
  ['a call that takes what a plain payment takes', 21_000n, { isPlain: false }, 31_500n],
  ['a call whose margin would pass the cap', 12_000_000n, { isPlain: false }, cap],
  ['a call that takes the cap', cap, { isPlain: false }, cap],
  ['a call above the cap, which this network hasn’t', cap + 2n, { isPlain: false }, 25_165_827n],
  ['a call in a block that holds less', 100_000n, { isPlain: false, blockGasLimit: 120_000n }, 120_000n],
  [
    'a call above the cap in a small block',
    20_000_000n,
    { isPlain: false, blockGasLimit: 21_000_000n },
    21_000_000n,
  ],
  [
    'a block that is said to hold less than the call',
    100_000n,
    { isPlain: false, blockGasLimit: 1n },
    100_000n,
  ],
])('%s', (_, estimated, facts, expected) => {
  expect(withGasMargin(estimated, facts)).toBe(expected)
})
