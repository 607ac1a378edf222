import { ConnectorError } from '@latchkey/kernel/plugin'

/** Base64 of bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const base64Pattern = /^(?:[a-z0-9+/]{4})*(?:[a-z0-9+/]{2}==|[a-z0-9+/]{3}=)?$/i

/** Bytes a wallet answered with, as base64; what is none, or is longer than the limit, stays as it is. */
export function base64Of(answer: unknown, limit: number): unknown {
  // Unlike `instanceof`, this is never true of a proxy, whose length could be anything.
  if (!ArrayBuffer.isView(answer) || answer.byteLength > limit) return answer
  return toBase64(new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength))
}

/** Bytes of padded base64, or `undefined`. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!base64Pattern.test(text)) return undefined
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Text for wallets that take nothing else, or `undefined` when bytes are no UTF-8. */
export function toText(message: string | Uint8Array): string | undefined {
  if (typeof message === 'string') return message
  try {
    // Without `ignoreBOM` the first character of a message could vanish.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    return undefined
  }
}

/** The wallet signs text, and the bytes are none. */
export function messageNotText(wallet: string): ConnectorError {
  return new ConnectorError(`${wallet} signs text only, and this message is not text.`, {
    code: 'MESSAGE_NOT_TEXT',
    parameters: { wallet },
  })
}
