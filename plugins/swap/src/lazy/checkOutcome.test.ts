import { expect, it } from 'vitest'
import { checkApprovalOutcome, checkOutcome } from './checkOutcome.js'

it.each(['sell', 'buy'] as const)(
  'refuses decimals of what the person %ss that the network contradicts',
  (side) => {
    const amount = (value: bigint, decimals: number) => ({ value, decimals, symbol: '' })
    const told = { sell: 6, buy: 6, [side]: 9 }
    const question = {
      account: 'a',
      sell: { address: 's', symbol: 'S', decimals: told.sell },
      buy: { address: 'b', symbol: 'B', decimals: told.buy },
      quote: {
        sold: amount(5n, told.sell),
        bought: amount(7n, told.buy),
        minimum: amount(7n, told.buy),
        ...{ slippage: 0n, fees: [], route: [], validUntil: 1 },
      },
      changes: [
        { address: 'a', asset: 's', amount: amount(-5n, 6) },
        { address: 'a', asset: 'b', amount: amount(7n, 6) },
      ],
      allowances: [],
      isSameAddress: Object.is,
    }
    expect(() => checkOutcome(question)).toThrow(expect.objectContaining({ code: 'SWAP_CALLS_REFUSED' }))
  },
)

// People read four times what the chain moves of what is sold, and a quarter of what is bought.
const scaled = (sold: bigint, bought: bigint) => {
  const plain = (value: bigint) => ({ value, decimals: 6, symbol: '' })
  return {
    account: 'a',
    sell: { address: 's', symbol: 'S', decimals: 6 },
    buy: { address: 'b', symbol: 'B', decimals: 6 },
    quote: {
      ...{ sold: plain(5n), bought: plain(8n), minimum: plain(8n) },
      ...{ slippage: 0n, fees: [], route: [], validUntil: 1 },
      allowance: { spender: 'router', needed: 5n, current: 0n },
    },
    changes: [
      { address: 'a', asset: 's', amount: { ...plain(-4n * sold), moved: -sold } },
      { address: 'a', asset: 'b', amount: { ...plain(bought / 4n), moved: bought } },
    ],
    allowances: [],
    isSameAddress: Object.is,
  }
}

it('holds what the chain moves against the quote, whatever people read', () => {
  expect(checkOutcome(scaled(5n, 8n))).toBe(true)
  expect(() => checkOutcome(scaled(6n, 8n))).toThrow(expect.objectContaining({ code: 'SWAP_CALLS_REFUSED' }))
  expect(() => checkOutcome(scaled(5n, 7n))).toThrow(expect.objectContaining({ code: 'SWAP_RECEIVES_LESS' }))
})

it('holds what may be moved afterwards against the quote, whatever people read', () => {
  const token = { address: 's', symbol: 'S', decimals: 6 }
  const allowing = (moved: bigint) => ({
    ...scaled(0n, 0n),
    allowances: [{ token, spender: 'router', amount: moved / 4n, moved, previous: 0n }],
  })
  expect(() => checkApprovalOutcome(allowing(5n))).not.toThrow()
  expect(() => checkApprovalOutcome(allowing(20n))).toThrow(
    expect.objectContaining({ code: 'SWAP_CALLS_REFUSED' }),
  )
})
