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
      Expected the wire form of a legacy, version 0 or version 1 transaction.]
    `)
    expect(() => readWire(Uint8Array.of(0x81, ...bytes))).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This is not a Solana transaction.

      It lists fewer accounts than it counts.
      Expected the wire form of a legacy, version 0 or version 1 transaction.]
    `)
    expect(() => readWire(new Uint8Array(1_233))).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This transaction is too large for the network.

      Expected at most 1232 bytes.
      Received: 1233 bytes.]
    `)
  })

  it('of a version to come is refused by its number, before it is read', () => {
    for (const first of [0x80, 0x82, 0xff]) {
      expect(() => readWire(Uint8Array.of(first, ...bytes))).toThrow(
        `Expected a legacy transaction or one of version 0 to 1.\nReceived: version ${first & 0x7f}.`,
      )
    }
  })

  it('of version 1 has up to 4,096 bytes', () => {
    expect(() => readWire(Uint8Array.of(0x81, ...new Uint8Array(4_095)))).toThrow('not a Solana transaction')
    expect(() => readWire(Uint8Array.of(0x81, ...new Uint8Array(4_096)))).toThrow(
      'Expected at most 4096 bytes.\nReceived: 4097 bytes.',
    )
  })

  const key = (byte: number) => new Uint8Array(32).fill(byte)
  /** Signer, other account; one instruction of the other with two bytes. */
  const build = (
    changes: Partial<Record<'head' | 'mask' | 'counts' | 'values' | 'instruction', number[]>> = {},
  ) =>
    Uint8Array.of(
      ...[0x81, ...(changes.head ?? [1, 0, 1]), ...(changes.mask ?? [0, 0, 0, 0])],
      ...[...key(7), ...(changes.counts ?? [1, 2]), ...key(1), ...key(2)],
      ...[...(changes.values ?? []), ...(changes.instruction ?? [1, 1, 2, 0]), 0, 5, 6],
      ...new Uint8Array(64),
    )

  it('of version 1 states its budget, and has the least where it states none', () => {
    const least = { priorityFee: 0n, computeUnits: 0, accountBytes: 0, heapBytes: 32_768 }
    const plain = readWire(build())
    expect(plain).toMatchObject({ version: 1, budget: least, signers: [encodeBase58(key(1))] })
    expect(plain.instructions).toEqual([
      { program: encodeBase58(key(2)), accounts: [encodeBase58(key(1))], data: Uint8Array.of(5, 6) },
    ])
    const values = [...[1, 0, 0, 0, 0, 0, 0, 1], ...[2, 0, 0, 0], ...[3, 0, 0, 0], ...[0, 0, 1, 0]]
    expect(readWire(build({ mask: [0b11111, 0, 0, 0], values })).budget).toEqual({
      priorityFee: (1n << 56n) + 1n,
      computeUnits: 2,
      accountBytes: 3,
      heapBytes: 65_536,
    })
  })

  // What a version to come may give a meaning, and what the network refuses.
  it.each([
    ['an unknown bit', { mask: [0b100000, 0, 0, 0], values: [1, 0, 0, 0] }],
    ['the highest bit', { mask: [0, 0, 0, 0x80], values: [1, 0, 0, 0] }],
    ['half a priority fee', { mask: [0b01, 0, 0, 0], values: [1, 0, 0, 0] }],
    ['no signer', { head: [0, 0, 1] }],
    ['a payer that is only read', { head: [1, 1, 1] }],
    ['more accounts that are only read than there are', { head: [1, 0, 2] }],
    ['an account that is not listed', { instruction: [2, 1, 2, 0] }],
    ['a heap that is too small', { mask: [0b10000, 0, 0, 0], values: [0, 0x7c, 0, 0] }],
    ['a heap between two sizes', { mask: [0b10000, 0, 0, 0], values: [1, 0, 1, 0] }],
    ['more data than there is', { instruction: [1, 1, 3, 0] }],
    ['less data than there is', { instruction: [1, 1, 1, 0] }],
  ])('of version 1 with %s is refused', (_, changes) => {
    expect(() => readWire(build(changes))).toThrow('not a Solana transaction')
  })

  it('of version 1 with an account twice, 13 signers, 65 accounts or 65 instructions is refused', () => {
    const list = (signers: number, keys: number, instructions: number) =>
      Uint8Array.of(
        ...[0x81, signers, 0, 0, 0, 0, 0, 0, ...key(7), instructions, keys],
        ...Array.from({ length: keys }, (_, index) => [...key(index + 1)]).flat(),
        ...new Uint8Array(4 * instructions + 64 * signers),
      )
    expect(readWire(list(12, 40, 64)).signers).toHaveLength(12)
    expect(readWire(list(1, 64, 1)).written).toHaveLength(64)
    for (const bytes of [list(13, 20, 1), list(1, 65, 1), list(1, 2, 65)]) {
      expect(() => readWire(bytes)).toThrow('at most')
    }
    const twice = list(1, 2, 0).map((byte, at) => (at >= 42 + 32 && at < 42 + 64 ? 1 : byte))
    expect(() => readWire(twice)).toThrow('It lists an account twice.')
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
