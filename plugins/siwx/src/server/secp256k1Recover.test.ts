import { secp256k1 } from '@noble/curves/secp256k1.js'
import { describe, expect, it } from 'vitest'
import { concat, readHex, toHex } from '../message/bytes.js'
import { createMessage } from '../message/createMessage.js'
import { eip155Profile } from '../message/profiles.js'
import { createRandom } from '../testing/random.js'
import { evmSigner, signHash } from '../testing/signers.js'
import { wasmRecover } from '../testing/wasmRecover.js'
import { createVerifier } from './createVerifier.js'
import { eip155 } from './eip155/eip155.js'
import { memoryNonces } from './nonces/memoryNonces.js'
import { isLowS, nobleRecover } from './secp256k1Recover.js'

const ORDER = secp256k1.Point.CURVE().n
const word = (value: bigint) => readHex(value.toString(16).padStart(64, '0')) ?? new Uint8Array()

describe('curve backends', () => {
  it('agree on right, changed and senseless signatures', () => {
    const random = createRandom(11)
    const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256))
    const { key } = evmSigner(50)
    for (let index = 0; index < 300; index++) {
      const hash = bytes(32)
      const signed = readHex(signHash(key, hash)) ?? new Uint8Array()
      const rs = random.once(3) ? bytes(64) : signed.slice(0, 64)
      if (random.once(4)) rs[random.below(64)] = random.below(256)
      const recovery = random.once(2) ? 0 : 1
      expect(wasmRecover(hash, rs, recovery)).toEqual(nobleRecover(hash, rs, recovery))
    }
  })

  it.each([0n, ORDER, 2n ** 256n - 1n])('give nothing for r or s of %s', (value) => {
    const hash = new Uint8Array(32).fill(1)
    for (const rs of [concat(word(value), word(1n)), concat(word(1n), word(value))]) {
      expect(nobleRecover(hash, rs, 0)).toBeUndefined()
      expect(wasmRecover(hash, rs, 0)).toBeUndefined()
    }
  })

  it('know the lower half to the last bit', () => {
    const half = ORDER / 2n
    expect(isLowS(concat(word(1n), word(half)))).toBe(true)
    expect(isLowS(concat(word(1n), word(half + 1n)))).toBe(false)
    expect(isLowS(concat(word(1n), word(1n)))).toBe(true)
  })

  it('can be plugged into a verifier', async () => {
    let used = 0
    const verifier = createVerifier({
      domain: 'app.example',
      nonces: memoryNonces(),
      verifiers: [
        eip155({
          recover: (...call) => {
            used++
            return wasmRecover(...call)
          },
        }),
      ],
    })
    const { address, sign } = evmSigner(51)
    const message = createMessage(
      {
        domain: 'app.example',
        accountAddress: address,
        uri: 'https://app.example',
        version: '1',
        chainId: 'eip155:1',
        nonce: await verifier.issueNonce(),
        issuedAt: new Date().toISOString(),
      },
      eip155Profile,
    )
    expect(await verifier.verify({ message, signature: sign(message) })).toMatchObject({ ok: true })
    expect(used).toBe(1)
    expect(toHex(readHex(sign(message)) ?? new Uint8Array())).toBe(sign(message))
  })
})
