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
