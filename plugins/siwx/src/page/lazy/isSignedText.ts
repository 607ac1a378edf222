import { base58 } from '@scure/base'
import { isEqualBytes } from '../../message/bytes.js'
import { offchainMessagesOf } from '../../message/toOffchainMessage.js'

/**
 * Whether bytes that a wallet says it signed are the text, in one of the forms that a verifier knows: the text, the text within
 * `<Bytes>` (Polkadot's wallets), or the text in one of Solana's off-chain messages of this account (hardware wallets).
 */
export function isSignedText(signed: Uint8Array, message: string, address: string): boolean {
  const encode = (text: string) => new TextEncoder().encode(text)
  if (isEqualBytes(signed, encode(message)) || isEqualBytes(signed, encode(`<Bytes>${message}</Bytes>`)))
    return true
  const publicKey = readKey(address)
  const envelopes = publicKey ? offchainMessagesOf(encode(message), publicKey) : []
  return envelopes.some((envelope) => isEqualBytes(signed, envelope))
}

/** Undefined for addresses of chains that write them in another way. */
function readKey(address: string): Uint8Array | undefined {
  try {
    return base58.decode(address)
  } catch {
    return undefined
  }
}
