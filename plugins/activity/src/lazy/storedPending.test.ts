import type { TransactionTransfer } from '@latchkey/kernel/contracts'
import { expect, it } from 'vitest'
import { fromStored, type PendingTransaction, toStored } from './storedPending.js'

const transfer: TransactionTransfer = {
  direction: 'out',
  amount: { value: 5n, decimals: 18, symbol: 'ETH' },
}

const pending = (id: string, over: Partial<PendingTransaction['record']> = {}): PendingTransaction => ({
  address: '0xa',
  sentAt: 1,
  record: { id, networkId: 'eip155:1', operation: 'send', status: 'pending', transfers: [transfer], ...over },
})

it('gives back what was stored', () => {
  expect(fromStored(toStored([pending('a')]))).toEqual([pending('a')])
})

it('remembers the others when one cannot be stored', () => {
  const large = pending('large', { transfers: Array.from({ length: 51 }, () => transfer) })
  const stored = toStored([pending('a'), large, pending('b')])
  expect(fromStored(stored).map(({ record }) => record.id)).toEqual(['a', 'b'])
})
