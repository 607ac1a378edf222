import { describe, expect, it } from 'vitest'
import kit from '../../vectors/ed25519_kit.json' with { type: 'json' }
import wycheproof from '../../vectors/wycheproof_ed25519.json' with { type: 'json' }
import { encodeBase58 } from '@latchkey/kernel/chain'
import { isSignature } from './sendTransaction.js'
import { verifySignature } from './verifySignature.js'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

describe('signatures', () => {
  it('agree with every vector of Wycheproof', () => {
    expect(wycheproof.cases).toHaveLength(76)
    for (const { id, publicKey, message, signature, result } of wycheproof.cases) {
      const verified = verifySignature(encodeBase58(bytes(publicKey)), bytes(message), bytes(signature))
      expect(verified, id).toBe(result === 'valid')
    }
  })

  it('agree with every vector of kit', () => {
    expect(kit.cases).toHaveLength(4)
    for (const entry of kit.cases) {
      if (entry.signature_base58 !== undefined)
        expect(isSignature(entry.signature_base58)).toBe(entry.well_formed)
      else {
        const { publicKey, message, signature, valid } = entry
        expect(verifySignature(encodeBase58(bytes(publicKey!)), bytes(message!), bytes(signature!))).toBe(
          valid,
        )
      }
    }
  })
})
