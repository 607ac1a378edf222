import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM: nonce, ciphertext and tag. `context` is bound to it, and not part of it. */
export function encryptBytes(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws when the key or the context is another one, or anything was changed */
export function decryptBytes(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  if (sealed.length < nonceBytes + tagBytes) throw new Error('The sealed bytes are too short.')
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(sealed.length - tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
