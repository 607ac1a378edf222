import type { StorageService } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { createPendingSends } from './pendingSends.js'

const amount = { value: '5', decimals: 18, symbol: 'ETH' }

it('looks at the fifty newest of what is stored, however much there is', () => {
  const clock = fakeClock()
  let looked = 0
  const stored = Array.from({ length: 20_000 }, (_, index) => ({
    get id() {
      looked += 1
      return `${index}`
    },
    networkId: 'eip155:1',
    address: '0xa',
    isSmartAccount: false,
    to: '0xb',
    amount,
    fee: amount,
    name: 'Coin',
    sentAt: clock.now(),
  }))
  const storage = { read: () => stored } as unknown as StorageService
  const pending = createPendingSends(storage, clock)
  expect(pending.list().map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => `${index}`))
  expect(pending.find({ id: '19999', networkId: 'eip155:1' })).toBeUndefined()
  expect(looked).toBeLessThan(1_000)
})
