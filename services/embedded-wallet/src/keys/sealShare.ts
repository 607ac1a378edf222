import { base64urlnopad } from '@scure/base'

const nonceBytes = 12

/** Why something sealed could not be opened: it, its secret or its context is another one. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
  readonly code = 'recovery_failed'
}

/**
 * Seals bytes with a secret of at least 128 random bits: HKDF-SHA-256 with `label`, then AES-256-GCM, bound to `context`.
 * The secret is not one that people choose: nothing here makes guessing slow.
 */
export async function sealShare(
  secret: Uint8Array,
  label: string,
  context: string,
  bytes: Uint8Array,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const key = await keyFrom(secret, label)
  const sealed = await crypto.subtle.encrypt(parameters(nonce, context), key, Uint8Array.from(bytes))
  return base64urlnopad.encode(new Uint8Array([...nonce, ...new Uint8Array(sealed)]))
}

/** @throws UnsealError */
export async function unsealShare(
  secret: Uint8Array,
  label: string,
  context: string,
  text: string,
): Promise<Uint8Array> {
  try {
    const bytes = base64urlnopad.decode(text)
    const key = await keyFrom(secret, label)
    const nonce = Uint8Array.from(bytes.subarray(0, nonceBytes))
    const sealed = Uint8Array.from(bytes.subarray(nonceBytes))
    return new Uint8Array(await crypto.subtle.decrypt(parameters(nonce, context), key, sealed))
  } catch (cause) {
    throw new UnsealError("This doesn't open the wallet's backup. Check the code, or use another way back.", {
      cause,
    })
  }
}

const parameters = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(context),
})

async function keyFrom(secret: Uint8Array, label: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', Uint8Array.from(secret), 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`latchkey/${label}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
