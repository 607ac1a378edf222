import { expect, it } from 'vitest'
import { checkOutcome } from './checkOutcome.js'

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
