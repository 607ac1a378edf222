import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/wire_kit.json' with { type: 'json' }
import { encodeBase58 } from '@latchkey/kernel/chain'
import { readWire } from './readWire.js'

const [entry] = vectors.cases
const bytes = Uint8Array.from(Buffer.from(entry!.base64, 'base64'))

describe('the wire form of transactions', () => {
  it('agrees with every public vector', () => {
    expect(vectors.cases).toHaveLength(1)
    const wire = readWire(bytes)
    expect(wire.version).toBe(entry!.version)
    expect(wire.signers).toEqual(entry!.signers)
    expect(wire.blockhash).toBe(entry!.blockhash)
    expect(wire.signatures.map((signature) => signature.some((byte) => byte !== 0))).toEqual(entry!.signed)
    expect(encodeBase58(wire.message)).toBe(encodeBase58(bytes.slice(1 + 2 * 64)))
  })

  it('is refused with a code when anything is missing, added or unknown', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => readWire(bytes.slice(0, length)), String(length)).toThrow('not a Solana transaction')
    }
    expect(() => readWire(Uint8Array.of(...bytes, 0))).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This is not a Solana transaction.

      It has bytes after its end.
      Expected the wire form: signatures, then a legacy or version 0 message.]
    `)
    expect(() => readWire(Uint8Array.of(0x81, ...bytes))).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This kind of Solana transaction is not supported.

      Expected a legacy or version 0 transaction.
      Received: version 1.]
    `)
    expect(() => readWire(new Uint8Array(1_233))).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This transaction is too large for the network.

      Expected at most 1232 bytes.
      Received: 1233 bytes.]
    `)
  })

  it('never fails without a code, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_300 }), (random) => {
        try {
          readWire(random)
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/^TRANSACTION_/)
        }
      }),
    )
  })
})
