import { sha256 as library } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.js'

it.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1_000])(
  'agrees with a library on %i bytes',
  (length) => {
    const message = Uint8Array.from({ length }, (_, index) => index * 7)
    expect(sha256(message)).toEqual(library(message))
  },
)

it('agrees with a library on anything', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
      expect(sha256(message)).toEqual(library(message))
    }),
  )
})
