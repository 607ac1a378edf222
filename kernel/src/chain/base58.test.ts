import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/base58.json' with { type: 'json' }
import { decodeBase58, encodeBase58 } from './base58.js'

const toHex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

describe('base58', () => {
  it('agrees with every public vector', () => {
    expect(vectors.cases.length).toBe(55)
    for (const entry of vectors.cases as { hex?: string; base58: string; throws?: string }[]) {
      if (entry.throws !== undefined) expect(decodeBase58(entry.base58), entry.base58).toBeUndefined()
      else {
        expect(toHex(decodeBase58(entry.base58)), entry.base58).toBe(entry.hex)
        expect(encodeBase58(Buffer.from(entry.hex!, 'hex'))).toBe(entry.base58)
      }
    }
  })

  it('reads back whatever it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes)
      }),
    )
  })
})
