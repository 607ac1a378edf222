import { keccak_256 } from '@noble/hashes/sha3.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { keccak256 } from './keccak256.js'

it('agrees with an independent implementation for every length of one block', () => {
  for (let length = 0; length < 136; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 255)
    expect(keccak256(bytes)).toEqual(keccak_256(bytes))
  }
})

it('agrees with an independent implementation for arbitrary bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 135 })
  fc.assert(
    fc.property(bytes, (value) => {
      expect(keccak256(value)).toEqual(keccak_256(value))
    }),
  )
})

it('refuses more than one block', () => {
  expect(() => keccak256(new Uint8Array(136))).toThrow('Expected fewer than 136 bytes, received 136.')
})
