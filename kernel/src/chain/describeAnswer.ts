/**
 * What a wallet or node answered with, for an error: short, and never the secret of anything, because wallets are known to
 * answer with their whole state.
 */
export function describeAnswer(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  try {
    return Array.isArray(value) ? `a list of ${value.length}` : 'object'
  } catch {
    return 'object'
  }
}
