import { expect, it } from 'vitest'
import { decodeCursor, encodeCursor } from './historyCursor.js'

const place = { minedAt: 1, height: 2, position: 3, networkId: 'eip155:1', transactionId: '0xab' }

it('gives back the place it was made of', () => {
  expect(decodeCursor(encodeCursor(place))).toEqual(place)
})

it.each([
  '',
  'abc',
  '%',
  encodeCursor({ ...place, height: -1 }),
  encodeCursor({ ...place, networkId: 'x'.repeat(99) }),
])('knows %j for none of its own', (text) => {
  expect(decodeCursor(text)).toBeUndefined()
})

it.each([
  { ...place, position: 2 ** 31 },
  { ...place, minedAt: 2 ** 60 },
  { ...place, networkId: 'eip155:1\0' },
  { ...place, transactionId: '\0' },
  { ...place, transactionId: '\ud800' },
])('refuses a place that no database can keep: %j', (broken) => {
  expect(decodeCursor(encodeCursor(broken))).toBeUndefined()
})
