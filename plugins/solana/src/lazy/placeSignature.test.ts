import { expect, it } from 'vitest'
import { placeSignature } from './placeSignature.js'

const key = (byte: number) => new Uint8Array(32).fill(byte)
const signature = new Uint8Array(64).fill(9)

/** Two signers, as on the wire: signatures, header, keys, block hash, no instruction. */
function transaction(isVersioned: boolean): Uint8Array {
  return Uint8Array.from([
    2,
    ...new Uint8Array(128),
    ...(isVersioned ? [0x80] : []),
    ...[2, 0, 0, 2],
    ...key(1),
    ...key(2),
    ...key(7),
    0,
    ...(isVersioned ? [0] : []),
  ])
}

it.each([false, true])('puts the signature in the place of its signer (versioned: %s)', (isVersioned) => {
  const unsigned = transaction(isVersioned)
  const signed = placeSignature(unsigned, key(2), signature)
  expect(signed?.subarray(65, 129)).toEqual(signature)
  expect(signed?.subarray(1, 65)).toEqual(new Uint8Array(64))
  expect(signed?.subarray(129)).toEqual(unsigned.subarray(129))
  expect(unsigned.subarray(65, 129)).toEqual(new Uint8Array(64))
})

it('puts it behind the message of version 1', () => {
  const message = [0x81, 2, 0, 0, ...[0, 0, 0, 0], ...key(7), 0, 2, ...key(1), ...key(2)]
  const signed = placeSignature(Uint8Array.from([...message, ...new Uint8Array(128)]), key(2), signature)
  expect(signed).toEqual(Uint8Array.from([...message, ...new Uint8Array(64), ...signature]))
})

it('has no place for strangers and for what is no signature or transaction', () => {
  expect(placeSignature(transaction(false), key(3), signature)).toBeUndefined()
  expect(placeSignature(transaction(false), key(1), signature.subarray(1))).toBeUndefined()
  expect(placeSignature(new Uint8Array(), key(1), signature)).toBeUndefined()
})
