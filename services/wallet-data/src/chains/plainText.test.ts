import { expect, it } from 'vitest'
import { plainText } from './plainText.js'

it('takes out what could make a name look like another one', () => {
  expect(plainText('USD\u202EC\u0000 \u200bCoin\n')).toBe('USDC Coin')
  expect(plainText('x'.repeat(1000))).toHaveLength(100)
})
