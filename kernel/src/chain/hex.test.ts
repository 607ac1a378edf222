import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeHex, encodeHex } from './hex.js'

it('writes what Node writes, and reads it back in either case', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const text = encodeHex(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('hex'))
      expect(decodeHex(text)).toEqual(bytes)
      expect(decodeHex(text.toUpperCase())).toEqual(bytes)
    }),
  )
})

it.each([['0xab'], ['abc'], ['zz'], ['ab '], ['ab\n'], [undefined], [12], [{ length: 2 }]])(
  'does not read %j',
  (value) => {
    expect(decodeHex(value)).toBeUndefined()
  },
)
