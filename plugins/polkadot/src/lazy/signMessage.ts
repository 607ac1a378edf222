import { invalidAnswer, describeAnswer, encodeHex } from '@latchkey/kernel/chain'
import type { SignedMessage, SignMessageRequest } from '@latchkey/kernel/contracts'
import { fromHex } from './hex.js'
import { accessWallet } from './walletAccess.js'
import { wrapBytes } from './wrapBytes.js'

const action = 'signMessages'
/** The leading byte of a MultiSignature, and how long such a signature is without it. */
const kinds = [
  { type: 'ed25519', length: 64 },
  { type: 'sr25519', length: 64 },
  { type: 'ecdsa', length: 65 },
] as const

/**
 * Asks for a signature of bytes. Its form is checked; whether it fits is for who verifies, because sr25519 needs a
 * library of its own. A wallet that follows the convention signs the wrapped bytes, which are answered, too.
 */
export async function signMessage({
  account,
  provider,
  message,
}: SignMessageRequest): Promise<SignedMessage> {
  const wallet = accessWallet(provider, account)
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : Uint8Array.from(message)
  const { signature } = await wallet.ask('signRaw', action, {
    address: account.address,
    data: `0x${encodeHex(bytes)}`,
    type: 'bytes',
  })
  const type = typeOf(fromHex(signature), wallet.keyType)
  if (!type) throw invalidAnswer(wallet.name, 'signRaw', `signature: ${describeAnswer(signature)}`)
  const signed = wrapBytes(bytes)
  return {
    signature: String(signature).toLowerCase(),
    type,
    ...(signed === bytes ? {} : { signedMessage: signed }),
  }
}

/**
 * What the wallet said the key is, then the leading byte, which 65 bytes of a known ecdsa account do not have. A wallet
 * that said nothing may have signed with any key: `substrate`, unless the leading byte leaves no doubt.
 */
function typeOf(signature: Uint8Array | undefined, keyType: string | undefined): string | undefined {
  if (!signature) return undefined
  const known = kinds.find(({ type }) => type === keyType)
  if (known && signature.length === known.length) return known.type
  const named = kinds[signature[0] ?? -1]
  const isNamed = named && signature.length === named.length + 1 && (!known || known === named)
  // 65 bytes may be secp256k1 without a leading byte: they end with a recovery id.
  const mayBeUnnamed = !known && signature.length === 65 && (signature[64] ?? 0) < 4
  if (isNamed && !mayBeUnnamed) return named.type
  return !known && (signature.length === 64 || signature.length === 65) ? 'substrate' : undefined
}
