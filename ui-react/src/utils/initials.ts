import { safeText } from './safeText.js'

/** One or two capital letters that stand for a name: `Test Wallet` is `TW`, `rainbow` is `R`. */
export function initials(name: string): string {
  const words = safeText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
