import { schnorr } from '@noble/curves/secp256k1.js'
import { bech32m } from '@scure/base'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readBitcoinAddress } from './bitcoinAddress.js'

const prime = 2n ** 256n - 2n ** 32n - 977n
const bytesOf = (x: bigint) => Uint8Array.from(Buffer.from(x.toString(16).padStart(64, '0'), 'hex'))

function isKey(bytes: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
    return true
  } catch {
    return false
  }
}

it('reads a taproot address only when its key is on the curve (BIP-341), as the Bitcoin plugin does', () => {
  const check = (program: Uint8Array) => {
    for (const prefix of ['bc', 'tb', 'bcrt']) {
      const address = bech32m.encode(prefix, [1, ...bech32m.toWords(program)])
      expect(readBitcoinAddress(address)?.kind, address).toBe(isKey(program) ? 'p2tr' : undefined)
    }
  }
  for (const x of [0n, 1n, 2n, 5n, prime - 1n, prime, prime + 1n, 2n ** 256n - 1n]) check(bytesOf(x))
  fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), check), { numRuns: 60 })
})

it('reads a later witness program of 32 bytes, whose rules nobody knows yet', () => {
  const address = bech32m.encode('bc', [2, ...bech32m.toWords(bytesOf(5n))])
  expect(readBitcoinAddress(address)?.kind).toBe('witness')
})
