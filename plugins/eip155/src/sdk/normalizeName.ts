import { normalize } from 'viem/ens'

/** ENSIP-15 normal form, or `undefined` when the name has none: such a name is neither looked up nor shown. */
export function normalizeName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
