import { expect, it } from 'vitest'
import { worthDigits, worthOf } from './worth.js'

it('shows worths with the digits of their currency', () => {
  expect([worthDigits('usd'), worthDigits('jpy'), worthDigits('btc')]).toEqual([2, 0, 8])
  const amount = { value: 15n * 10n ** 17n, decimals: 18, symbol: 'COIN' }
  expect(worthOf(amount, '1999.999', 'usd')).toBe('2999.99')
  expect(worthOf(amount, '1999.999', 'jpy')).toBe('2999')
  expect(worthOf(amount, undefined, 'usd')).toBeUndefined()
})
