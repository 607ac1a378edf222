import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, isEqualBytes } from '../../message/bytes.js'
import { isLowS, type Secp256k1Recover } from '../secp256k1Recover.js'
import { hash160 } from './ScriptMachine.js'
import { type BitcoinAddress, p2shScript } from '../../message/bitcoinAddress.js'
import { tweakKey } from './verifyInput.js'
import { hash256, withLength } from './wire.js'

export type Bip137Result = { readonly state: 'strict' | 'loose' | 'other-key' | 'high-s' | 'malformed' }

/** What a legacy signature is over: twice SHA-256 of prefix and message, each with its length. */
export function legacyMessageHash(message: Uint8Array, prefix = 'Bitcoin Signed Message:\n'): Uint8Array {
  return hash256(concat(withLength(new TextEncoder().encode(prefix)), withLength(message)))
}

/** Header byte, parity and address kind of a 65-byte compact signature, or undefined when it is none. */
export function readCompact(signature: Uint8Array): { kind: HeaderKind; recovery: 0 | 1 } | undefined {
  const header = signature[0] ?? 0
  if (signature.length !== 65 || header < 27 || header > 42) return undefined
  const recovery = (header - 27) & 3
  // Recovery ids 2 and 3 are for an r past the group order, which no one can find.
  if (recovery !== 0 && recovery !== 1) return undefined
  return { kind: HEADER_KINDS[(header - 27) >> 2] ?? 'p2pkh', recovery }
}

type HeaderKind = 'p2pkh-uncompressed' | 'p2pkh' | 'p2sh' | 'p2wpkh'
const HEADER_KINDS: readonly HeaderKind[] = ['p2pkh-uncompressed', 'p2pkh', 'p2sh', 'p2wpkh']

/**
 * Checks a compact signature (BIP-137, and the form before it). `strict`: the header names the address form.
 * `loose`: it names another form, and the address is still one of the recovered key, which many wallets send.
 */
export function verifyBip137(
  message: Uint8Array,
  address: BitcoinAddress,
  signature: Uint8Array,
  recover: Secp256k1Recover,
): Bip137Result {
  const compact = readCompact(signature)
  if (!compact) return { state: 'malformed' }
  const rs = signature.subarray(1)
  if (!isLowS(rs)) return { state: 'high-s' }
  const key = recover(legacyMessageHash(message), rs, compact.recovery)
  if (!key) return { state: 'other-key' }
  const form = formOf(key, address)
  if (!form) return { state: 'other-key' }
  return { state: form === compact.kind ? 'strict' : 'loose' }
}

/** Which form of an address of the key this is, or undefined when it is not one. */
function formOf(key: Uint8Array, address: BitcoinAddress): HeaderKind | 'p2tr' | undefined {
  const compressed = secp256k1.Point.fromBytes(key).toBytes(true)
  const hash = hash160(compressed)
  const is = (program: Uint8Array | undefined) =>
    program !== undefined && isEqualBytes(program, address.program)
  switch (address.kind) {
    case 'p2pkh':
      if (is(hash)) return 'p2pkh'
      return is(hash160(key)) ? 'p2pkh-uncompressed' : undefined
    case 'p2wpkh':
      return is(hash) ? 'p2wpkh' : undefined
    case 'p2sh':
      return isEqualBytes(nested(hash), address.script) ? 'p2sh' : undefined
    case 'p2tr':
      return is(tweakKey(compressed.subarray(1), new Uint8Array())?.subarray(1)) ? 'p2tr' : undefined
    default:
      return undefined
  }
}

function nested(hash: Uint8Array): Uint8Array {
  return p2shScript(hash160(concat(Uint8Array.of(0, 20), hash)))
}
