import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/address_kit.json' with { type: 'json' }
import { addressBytes, isAddress, isSameAddress } from './address.js'
import { encodeBase58 } from '@latchkey/kernel/chain'

describe('addresses', () => {
  it('agree with every public vector', () => {
    expect(vectors.cases.length).toBe(6)
    for (const { address, valid, hex } of vectors.cases as {
      address: string
      valid: boolean
      hex?: string
    }[]) {
      expect(isAddress(address), address).toBe(valid)
      if (hex !== undefined) expect(Buffer.from(addressBytes(address)!).toString('hex')).toBe(hex)
    }
  })

  it('are 32 bytes, whatever their length as text', () => {
    // 44 characters that decode to 33 bytes, and 43 that decode to 31.
    expect(isAddress(encodeBase58(new Uint8Array(33).fill(1)))).toBe(false)
    expect(isAddress(encodeBase58(new Uint8Array(31).fill(255)))).toBe(false)
    expect(isAddress('z'.repeat(44))).toBe(false)
    expect(isAddress(`${'1'.repeat(32)} `)).toBe(false)
    expect(isAddress('1'.repeat(1_000_000))).toBe(false)
    for (const value of [undefined, null, 1, {}, []]) expect(isAddress(value as never)).toBe(false)
  })

  it('survive the way there and back, and change with every character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const address = encodeBase58(bytes)
        expect(addressBytes(address)).toEqual(bytes)
        expect(isSameAddress(address, address)).toBe(true)
        const other = address.toLowerCase()
        if (other !== address) expect(isSameAddress(address, other)).toBe(false)
      }),
    )
  })

  it('equal nothing when they are none', () => {
    expect(isSameAddress('nonsense', 'nonsense')).toBe(false)
  })
})
