import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64, bech32, bech32m } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat } from '../message/bytes.js'
import { toSign, toSpend } from '../server/bip122/bip322Transactions.js'
import { taprootHash, witnessHash } from '../server/bip122/signatureHash.js'
import { tweakKey } from '../server/bip122/verifyInput.js'
import { compactSize, taggedHash, withLength } from '../server/bip122/wire.js'
import type { TestSigner } from './signers.js'

const secret = keccak_256(new TextEncoder().encode('a key in a script'))
const internal = schnorr.getPublicKey(keccak_256(new TextEncoder().encode('an internal key')))

/** The key that signs for {@link tapscriptSigner}, as tapscript has it, and as ECDSA does. */
export const schnorrKey = schnorr.getPublicKey(secret)
export const ecdsaKey = secp256k1.getPublicKey(secret, true)

/** A push of 1 to 75 bytes. */
export const push = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length), bytes)

/** Signs with one leaf of a taproot address, whose stack is one signature by {@link schnorrKey}. */
export function tapscriptSigner(script: Uint8Array): TestSigner {
  const leafHash = taggedHash('TapLeaf', Uint8Array.of(0xc0), withLength(script))
  const output = tweakKey(internal, leafHash)
  if (!output) throw new Error('no output key')
  const program = output.subarray(1)
  const control = concat(Uint8Array.of(0xc0 | ((output[0] ?? 2) & 1)), internal)
  return {
    address: bech32m.encode('bc', [1, ...bech32m.toWords(program)]),
    sign(text) {
      const spend = toSpend(new TextEncoder().encode(text), concat(Uint8Array.of(0x51, 0x20), program))
      const transaction = toSign(spend, new Uint8Array(), [])
      const leaf = { hash: leafHash, codeSeparator: 0xffffffff }
      const hash = taprootHash({ transaction, index: 0, spent: spend.outputs }, 0, leaf)
      return writeStack([schnorr.sign(hash, secret), script, control])
    },
  }
}

/** Signs with a P2WSH address, whose stack is one signature by {@link ecdsaKey}. */
export function witnessScriptSigner(script: Uint8Array): TestSigner {
  const program = sha256(script)
  return {
    address: bech32.encode('bc', [0, ...bech32.toWords(program)]),
    sign(text) {
      const spend = toSpend(new TextEncoder().encode(text), concat(Uint8Array.of(0, 0x20), program))
      const hash = witnessHash(toSign(spend, new Uint8Array(), []), 0, script, 0n)
      const signature = secp256k1.sign(hash, secret, { prehash: false, format: 'der' })
      return writeStack([concat(signature, Uint8Array.of(1)), script])
    },
  }
}

function writeStack(stack: readonly Uint8Array[]): string {
  return base64.encode(concat(compactSize(stack.length), ...stack.map((element) => withLength(element))))
}
