const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24

/**
 * A nonce of 24 letters and digits (about 142 bits) from the platform's crypto generator. Bytes that would
 * favour some letters are drawn again.
 */
export function createNonce(): string {
  let nonce = ''
  while (nonce.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < 248 && nonce.length < LENGTH) nonce += ALPHABET.charAt(byte % 62)
    }
  }
  return nonce
}
