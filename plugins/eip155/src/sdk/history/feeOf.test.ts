import { expect, it } from 'vitest'
import { feeOf } from './feeOf.js'

const gas = { gasUsed: 100_000n, effectiveGasPrice: 3n }

it.each([
  ['Ethereum', {}, 300_000n],
  ['a rollup before Isthmus', { l1Fee: 7n }, 300_007n],
  ['one since Isthmus', { l1Fee: 7n, operatorFeeScalar: 20n, operatorFeeConstant: 5n }, 300_014n],
  [
    'one since Jovian',
    { l1Fee: 7n, operatorFeeScalar: 20n, operatorFeeConstant: 5n, daFootprintGasScalar: 400n },
    200_300_012n,
  ],
  [
    'one since Jovian that has no operator’s fee',
    { l1Fee: 7n, operatorFeeScalar: 0n, operatorFeeConstant: 0n, daFootprintGasScalar: 0n },
    300_007n,
  ],
  ['a node that says null', { l1Fee: null, operatorFeeScalar: null, daFootprintGasScalar: null }, 300_000n],
])('adds up what %s charges', (_, charged, sum) => {
  expect(feeOf({ ...gas, ...charged })).toBe(sum)
})
