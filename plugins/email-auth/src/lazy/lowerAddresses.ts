/**
 * Returns the value with its EVM addresses in small letters. EIP-1193 does not say how they are written; dapps compare what
 * they are told with `===`, and the wallet that most of them were tried with writes small letters.
 */
export function lowerAddresses(value: unknown): unknown {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(lowerAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, lowerAddresses(held)]))
}
