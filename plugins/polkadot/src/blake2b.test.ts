import { blake2b } from '@noble/hashes/blake2.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blake2b512 } from './blake2b.js'

it('agrees with a library on everything that fits into a block', () => {
  for (let length = 0; length <= 128; length += 1) {
    const message = Uint8Array.from({ length }, (_, index) => index * 7)
    expect(blake2b512(message)).toEqual(blake2b(message))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 128 }), (message) => {
      expect(blake2b512(message)).toEqual(blake2b(message))
    }),
  )
})

it('hashes nothing that it would have to cut', () => {
  expect(() => blake2b512(new Uint8Array(129))).toThrow(RangeError)
})
