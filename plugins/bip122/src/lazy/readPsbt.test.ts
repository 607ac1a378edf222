import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import bitcoinjs from '../../vectors/bip174_bitcoinjs.json' with { type: 'json' }
import spec from '../../vectors/bip174_371_spec.json' with { type: 'json' }
import { readPsbt } from './readPsbt.js'

const bitcoinjsCases = bitcoinjs.cases as readonly any[]
const valid = [
  ...spec.cases.filter(({ kind }) => kind === 'valid'),
  ...bitcoinjsCases.filter(({ group }) => group === 'valid'),
]
const invalid = [
  ...spec.cases.filter(({ kind }) => kind === 'invalid'),
  ...bitcoinjsCases.filter(({ group }) => group === 'invalid'),
]
/** Every other PSBT of the vectors: what goes into a role and what comes out of it. */
const others = bitcoinjsCases
  .filter(({ group }) => group !== 'invalid')
  .flatMap(({ id, psbt, psbts, result }) => [psbt, ...(psbts ?? []), result].map((text) => ({ id, text })))
  .filter(({ text }) => typeof text === 'string' && text.startsWith('cHNid'))

/** The order of the entries of a map has no meaning (BIP-174), and the library has its own. */
function expectSame(written: string, original: string): void {
  const entries = (text: string) => [...Buffer.from(text, 'base64')].sort((left, right) => left - right)
  expect(entries(written)).toEqual(entries(original))
}

describe('public vectors', () => {
  it.each(valid)('reads $id and writes it again', ({ id, psbt }) => {
    // Nothing to sign, and the library writes it in two bytes more than the specification does.
    if (/0 inputs and 0 outputs/.test(id)) return expect(readPsbt(psbt).inputCount).toBe(0)
    const bytes = Buffer.from(psbt, 'base64')
    expectSame(readPsbt(psbt).toBase64(), psbt)
    expectSame(readPsbt(bytes.toString('hex')).toBase64(), psbt)
    expectSame(readPsbt(Uint8Array.from(bytes)).toBase64(), psbt)
  })

  it.each(invalid)('refuses $id', ({ psbt }) => {
    expect(() => readPsbt(psbt)).toThrowError(expect.objectContaining({ code: 'PSBT_INVALID' }))
  })

  it.each(others)('reads $id of the other roles', ({ text }) => {
    expectSame(readPsbt(text).toBase64(), text)
  })
})

describe('anything else', () => {
  const [{ psbt }] = valid as any
  const coded = (value: unknown) => {
    try {
      readPsbt(value)
    } catch (error) {
      expect(error).toMatchObject({ code: 'PSBT_INVALID' })
    }
  }

  it('is refused with a code', () => {
    fc.assert(fc.property(fc.anything(), coded))
    fc.assert(fc.property(fc.string(), (text) => coded(`cHNidP8${text}`)))
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => coded(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff, ...bytes))),
    )
  })

  it('is refused with a code when it was a PSBT with some bytes changed or cut off', () => {
    const bytes = Uint8Array.from(Buffer.from(psbt, 'base64'))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, length) => {
        const changed = Uint8Array.from(bytes)
        changed[at] = byte
        coded(changed)
        coded(bytes.slice(0, length))
      }),
    )
  })

  it('says what was expected', () => {
    expect(() => readPsbt('hello')).toThrowErrorMatchingInlineSnapshot(`
      [BaseError: This is not a partially signed Bitcoin transaction.

      Expected base64 or hex of BIP-174, version 0.
      Found: "hello"]
    `)
  })
})
