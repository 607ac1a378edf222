import { describeAnswer, decodeHex } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import { fromBase64 } from './bytes.js'
import { Psbt } from './sdk.js'

/** Characters or bytes. A block is smaller. */
const sizeLimit = 8_000_000

/**
 * Reads a PSBT in any of its forms (BIP-174, BIP-371).
 * @throws BaseError `PSBT_INVALID`
 */
export function readPsbt(value: unknown): Psbt {
  const bytes = typeof value === 'string' ? bytesOf(value.trim()) : value
  if (!(bytes instanceof Uint8Array) || bytes.length > sizeLimit) throw psbtInvalid(describeAnswer(value))
  try {
    return Psbt.fromBuffer(Uint8Array.from(bytes))
  } catch (cause) {
    throw psbtInvalid(describeAnswer(value), cause)
  }
}

/** By the magic bytes 0x70736274ff, as hex or as base64. */
function bytesOf(text: string): Uint8Array | undefined {
  if (text.length > sizeLimit) return undefined
  if (/^70736274ff/i.test(text)) return decodeHex(text)
  return text.startsWith('cHNidP') ? fromBase64(text) : undefined
}

function psbtInvalid(found: string, cause?: unknown): BaseError {
  return new BaseError('This is not a partially signed Bitcoin transaction.', {
    code: 'PSBT_INVALID',
    cause,
    metaMessages: ['Expected base64 or hex of BIP-174, version 0.', `Found: ${found}`],
  })
}
