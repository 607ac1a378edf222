import { bip122Profile } from '../../message/profiles.js'
import { readBase64 } from '../../message/bytes.js'
import type { NamespaceVerifier, SignatureVerdict } from '../NamespaceVerifier.js'
import { refuse } from '../Refusal.js'
import { nobleRecover, type Secp256k1Recover } from '../secp256k1Recover.js'
import { readBitcoinAddress } from '../../message/bitcoinAddress.js'
import { isOnChain } from '../../message/bitcoinChains.js'
import { verifyBip137 } from './verifyBip137.js'
import { verifyBip322 } from './verifyBip322.js'

export interface Bip122Options {
  /**
   * `loose` (default) takes a compact signature whose header names another address form of the same key, as
   * many wallets send it, and reports the method `bip137-loose`. `strict` wants the form named. `none` takes
   * BIP-322 alone.
   */
  readonly compact?: 'loose' | 'strict' | 'none' | undefined
  /** Curve backend for compact signatures. Default: @noble/curves. */
  readonly recover?: Secp256k1Recover | undefined
}

const MAX_SIGNATURE_LENGTH = 16_384
const KINDS = ['bip322', 'bip322-simple', 'ecdsa', 'bip137']

/**
 * Verifies Bitcoin sign-ins: BIP-322 simple and full for every address kind, and the compact forms (BIP-137
 * and before) for addresses of one key. The address must be one of the chain: mainnet, testnet 3 or 4, signet or
 * regtest; other chains of the namespace are refused.
 */
export function bip122(options: Bip122Options = {}): NamespaceVerifier {
  const compact = options.compact ?? 'loose'
  const recover = options.recover ?? nobleRecover
  return {
    profile: bip122Profile,
    verifySignature({ message, bytes, signature, signatureType, work }) {
      if (signatureType !== undefined && !KINDS.includes(signatureType)) {
        return refuse('SIGNATURE_KIND_UNSUPPORTED', `Expected a signature type of ${KINDS.join(', ')}.`)
      }
      if (typeof signature !== 'string' || signature.length > MAX_SIGNATURE_LENGTH) {
        return refuse('SIGNATURE_MALFORMED', 'A Bitcoin signature is base64 of at most 16 KiB.')
      }
      const address = readBitcoinAddress(message.accountAddress)
      if (!address || !isOnChain(address, message.chainId)) {
        return refuse('ADDRESS_MALFORMED', 'The address must be one of the chain in the message.')
      }
      const raw = readBase64(signature)
      if (raw?.length === 65 && (raw[0] ?? 0) >= 27) {
        if (compact === 'none') return refuse('SIGNATURE_KIND_UNSUPPORTED', 'Expected a BIP-322 signature.')
        return judgeCompact(verifyBip137(bytes, address, raw, recover).state, compact)
      }
      if (signature.startsWith('pof')) {
        return refuse(
          'SIGNATURE_KIND_UNSUPPORTED',
          'Expected a simple or full signature, not a proof of funds.',
        )
      }
      return judgeBip322(verifyBip322(bytes, address, signature, work))
    },
  }
}

function judgeCompact(
  state: ReturnType<typeof verifyBip137>['state'],
  compact: 'loose' | 'strict',
): SignatureVerdict {
  switch (state) {
    case 'strict':
      return { ok: true, method: 'bip137' }
    case 'loose':
      if (compact === 'loose') return { ok: true, method: 'bip137-loose' }
      return refuse('SIGNATURE_INVALID', 'The header byte must name the form of the address.')
    case 'high-s':
      return refuse('SIGNATURE_MALLEABLE', 'The s of the signature must be the lower one.')
    case 'malformed':
      return refuse('SIGNATURE_MALFORMED', 'A compact signature is 65 bytes with a header of 27 to 42.')
    case 'other-key':
      return refuse('SIGNATURE_INVALID', 'The signature is not by the account in the message.')
  }
}

const BIP322_CODES = {
  malformed: 'SIGNATURE_MALFORMED',
  invalid: 'SIGNATURE_INVALID',
  inconclusive: 'SIGNATURE_INCONCLUSIVE',
} as const

/** A sign-in is now: a signature that only holds from some block or time on cannot be judged here. */
function judgeBip322(result: ReturnType<typeof verifyBip322>): SignatureVerdict {
  if (result.state !== 'valid') return refuse(BIP322_CODES[result.state], result.reason)
  if (result.lockTime !== 0 || result.sequence !== 0) {
    return refuse('SIGNATURE_INCONCLUSIVE', 'The signature holds only from a later time on.')
  }
  return { ok: true, method: `bip322-${result.variant}` }
}
