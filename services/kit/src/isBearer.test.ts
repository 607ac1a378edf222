import { expect, test } from 'vitest'
import { isBearer } from './isBearer.js'

const token = 'a-token-of-the-host'

test.each([`Bearer ${token}`, `bearer  ${token}`])('%s holds the token', (header) => {
  expect(isBearer(header, token)).toBe(true)
})

test.each([
  undefined,
  '',
  token,
  `Basic ${token}`,
  `Bearer ${token}x`,
  `Bearer ${token.slice(1)}`,
  'Bearer ',
  `Bearer ${token} x`,
])('%s does not', (header) => {
  expect(isBearer(header, token)).toBe(false)
})
