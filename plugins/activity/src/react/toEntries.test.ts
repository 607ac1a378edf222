import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { expect, it } from 'vitest'
import { toEntries } from './toEntries.js'

const record = (id: string, minedAt: number): TransactionRecord => ({
  id,
  networkId: 'eip155:1',
  operation: 'send',
  status: 'confirmed',
  minedAt,
  transfers: [],
})
const options = { locale: 'en', now: new Date(2026, 5, 1).getTime(), undated: 'Date unknown' }

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e20, -1e20])(
  'takes a moment that no calendar has, %s, for none',
  (minedAt) => {
    const entries = toEntries([record('a', options.now), record('b', minedAt)], options)
    expect(entries.map((entry) => (entry.kind === 'month' ? entry.label : entry.key))).toEqual([
      'June',
      'a',
      'Date unknown',
      'b',
    ])
  },
)
