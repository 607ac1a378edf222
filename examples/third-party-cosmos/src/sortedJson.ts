/**
 * Writes a value as Cosmos signs it (Amino JSON): keys in their order, no space, and the three characters that Go's encoder escapes.
 */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(sorted(value))
    .replaceAll('&', '\\u0026')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
