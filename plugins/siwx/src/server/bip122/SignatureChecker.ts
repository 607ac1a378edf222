import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ScriptError } from './ScriptError.js'
import {
  legacyHash,
  SIGHASH_ALL,
  SIGHASH_DEFAULT,
  type TaprootSpend,
  taprootHash,
  witnessHash,
} from './signatureHash.js'

/** What a script asks of the transaction it runs for. */
export interface SignatureChecker {
  /** Whether the signature is by the key. An empty one never is. Throws for forms the rules forbid. */
  checkSignature(signature: Uint8Array, key: Uint8Array, script: Uint8Array): boolean
  /** Throws unless the lock time of the transaction reaches `value` (BIP-65). */
  checkLockTime(value: number): void
  /** Throws unless the sequence of the input reaches `value` (BIP-112). */
  checkSequence(value: number): void
}

/** Checks for scripts before segwit and of witness version 0: ECDSA, strict DER, low s, SIGHASH_ALL. */
export function ecdsaChecker(spend: TaprootSpend, version: 'base' | 'witness'): SignatureChecker {
  const { transaction, index, spent } = spend
  return {
    checkSignature(signature, key, script) {
      if (signature.length === 0) return false
      if (signature[signature.length - 1] !== SIGHASH_ALL) throw new ScriptError('The hash type must be ALL.')
      const compressed = key.length === 33 && (key[0] === 2 || key[0] === 3)
      const uncompressed = version === 'base' && key.length === 65 && key[0] === 4
      if (!compressed && !uncompressed) throw new ScriptError('A public key has a form that is not allowed.')
      const amount = spent[index]?.amount ?? 0n
      const hash =
        version === 'base'
          ? legacyHash(transaction, index, script)
          : witnessHash(transaction, index, script, amount)
      return verifyEcdsa(signature.subarray(0, -1), hash, key)
    },
    ...lockChecks(spend),
  }
}

function verifyEcdsa(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, hash, key, { format: 'der', prehash: false, lowS: true })
  } catch {
    return false
  }
}

/** Checks for taproot (BIP-341) and tapscript (BIP-342): Schnorr, hash type DEFAULT or ALL. */
export function schnorrChecker(spend: TaprootSpend, leafHash?: Uint8Array, budget = 0): SignatureChecker {
  let left = budget
  const leaf = leafHash && { hash: leafHash, codeSeparator: 0xffffffff }
  return {
    checkSignature(signature, key) {
      if (key.length === 0) throw new ScriptError('A public key is empty.')
      if (signature.length > 0 && leaf) left -= 50
      if (left < 0) throw new ScriptError('The script checks more signatures than its size allows.')
      if (key.length !== 32) throw new ScriptError('A public key of an unknown type.', 'inconclusive')
      return verifySchnorr(signature, key, (hashType) => taprootHash(spend, hashType, leaf))
    },
    ...lockChecks(spend),
  }
}

function verifySchnorr(
  signature: Uint8Array,
  key: Uint8Array,
  hash: (hashType: number) => Uint8Array,
): boolean {
  if (signature.length === 0) return false
  const hashType = signature.length === 65 ? signature[64] : SIGHASH_DEFAULT
  const explicit = signature.length === 65 && hashType === SIGHASH_ALL
  if (signature.length !== 64 && !explicit) throw new ScriptError('The hash type must be DEFAULT or ALL.')
  try {
    return schnorr.verify(signature.subarray(0, 64), hash(hashType ?? SIGHASH_DEFAULT), key)
  } catch {
    return false
  }
}

const LOCK_TIME_THRESHOLD = 500_000_000
const FINAL = 0xffffffff
const DISABLED = 2 ** 31
const TYPE_FLAG = 2 ** 22

function lockChecks({ transaction, index }: TaprootSpend) {
  const sequence = transaction.inputs[index]?.sequence ?? FINAL
  return {
    checkLockTime(value: number): void {
      const sameKind = value < LOCK_TIME_THRESHOLD === transaction.lockTime < LOCK_TIME_THRESHOLD
      if (value < 0 || !sameKind || value > transaction.lockTime || sequence === FINAL) {
        throw new ScriptError('The lock time is not reached.')
      }
    },
    checkSequence(value: number): void {
      if (value < 0) throw new ScriptError('A sequence cannot be negative.')
      if (value >= DISABLED && Math.floor(value / DISABLED) % 2 === 1) return
      const usable = transaction.version >= 2 && sequence < DISABLED
      const sameKind = (value & TYPE_FLAG) === (sequence & TYPE_FLAG)
      if (!usable || !sameKind || (value & 0xffff) > (sequence & 0xffff)) {
        throw new ScriptError('The sequence is not reached.')
      }
    },
  }
}
