import { expect, it } from 'vitest'
import type { SwapReading } from '../SwapReader.js'
import { checkCalls } from './checkCalls.js'

const amount = (value: bigint) => ({ value, decimals: 6, symbol: '' })
const swap: SwapReading = {
  kind: 'swap',
  target: 'router',
  sell: 's',
  buy: 'b',
  amount: 5n,
  minimum: 7n,
  receiver: 'a',
}
const question = (readings: readonly SwapReading[]) => ({
  account: 'a',
  sell: { address: 's', symbol: 'S', decimals: 6 },
  buy: { address: 'b', symbol: 'B', decimals: 6 },
  quote: {
    sold: amount(5n),
    bought: amount(7n),
    minimum: amount(7n),
    ...{ slippage: 0n, fees: [], route: [], validUntil: 1 },
  },
  readings,
  targets: ['router'],
  now: 0,
  isSameAddress: Object.is,
})

it('takes one swap of what is sold, with what prepares it', () => {
  expect(checkCalls(question([{ kind: 'preparation' }, swap]))).toBe(true)
})

it('refuses the same swap twice, each of which is as offered', () => {
  expect(() => checkCalls(question([swap, swap]))).toThrow(
    expect.objectContaining({ code: 'SWAP_CALLS_REFUSED' }),
  )
})

it('refuses a swap that could be held back for more than an hour', () => {
  const ending = (deadline: bigint) => checkCalls(question([{ ...swap, deadline }]))
  expect([ending(0n), ending(3_600n)]).toEqual([true, true])
  expect(() => ending(3_601n)).toThrow(expect.objectContaining({ code: 'SWAP_CALLS_REFUSED' }))
})
