import type { WalletConnectClient } from './openClient.js'

/** What the guard needs of the library's client. Its version is pinned. */
export interface SealedClient {
  readonly core: { readonly crypto: Pick<WalletConnectClient['core']['crypto'], 'decode'> }
  readonly session: { readonly keys: readonly string[] }
}

/** Says whether a message of a topic is encrypted for who reads that topic. */
export type IsSealed = (topic: unknown, message: unknown) => message is string

/**
 * Lets the library read only what is encrypted. Nobody but the relay has to do with a message that isn't, so it says
 * nothing about a wallet: WalletConnect specifications, "Crypto", envelopes. Type 0 is sealed with the key of its topic,
 * type 1 with the public key of its sender, for the answer to a sign-in; a session has a key of its own, so that nothing of
 * type 1 belongs on its topic. Every other type is dropped.
 *
 * @returns says which messages may pass, for who keeps them from the library's store, too
 */
export function hearSealed(client: SealedClient): IsSealed {
  const isSealed: IsSealed = (topic, message): message is string => {
    if (typeof topic !== 'string' || typeof message !== 'string') return false
    const type = envelopeType(message)
    return type === 0 || (type === 1 && !client.session.keys.includes(topic))
  }
  const { crypto } = client.core
  const decode = crypto.decode.bind(crypto)
  crypto.decode = async (topic, message, options) => {
    if (!isSealed(topic, message)) throw new Error('The relay sent a message that nobody encrypted.')
    return decode(topic, message, options)
  }
  return isSealed
}

/** The first byte, which the first two letters of Base64 hold. */
function envelopeType(message: string): 0 | 1 | undefined {
  if (/^A[A-P]/.test(message)) return 0
  return /^A[Q-Za-f]/.test(message) ? 1 : undefined
}
