import { bech32 } from '@scure/base'

/** Whether a value is a bech32 account address with one of the prefixes: 20 bytes, or 32 for contracts. */
export function isCosmosAddress(value: string, prefixes: readonly string[]): boolean {
  if (value !== value.toLowerCase() && value !== value.toUpperCase()) return false
  const decoded = bech32.decodeUnsafe(value.toLowerCase())
  if (!decoded || !prefixes.includes(decoded.prefix)) return false
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  return bytes instanceof Uint8Array && (bytes.length === 20 || bytes.length === 32)
}

/** One key has another address on every chain; the bytes behind the prefix say whether it is the same account. */
export function isSameCosmosAccount(left: string, right: string): boolean {
  const [first, second] = [left, right].map((value) =>
    bech32.decodeUnsafe(value.toLowerCase())?.words.join(' '),
  )
  return first !== undefined && first === second
}
