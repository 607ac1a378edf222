import { expect, it } from 'vitest'
import type { Purchase } from './purchases.js'
import { toastWords } from './toastWords.js'

it('tells of what arrived with six digits behind the point at most', () => {
  const purchase = {
    status: 'delivered',
    received: '0.032583333333333333',
    asset: { symbol: 'ETH', networkId: 'eip155:1' },
    providerName: 'North Pay',
  } as unknown as Purchase
  expect(toastWords(purchase)).toMatchObject({
    parameters: { what: { value: 32_583n, decimals: 6, symbol: 'ETH' } },
  })
})
