import { decodeHex } from '@latchkey/kernel/chain'

/** The bytes of 0x-prefixed hex, or `undefined` when it is none. */
export function fromHex(text: unknown): Uint8Array | undefined {
  return typeof text === 'string' && text.startsWith('0x') ? decodeHex(text.slice(2)) : undefined
}
