/** Names what is no plain object, such as `null`, `a list` or `a Promise`. */
export function describeOther(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value !== 'object') return `a ${typeof value}`
  const made: Readonly<{ constructor?: { readonly name?: string } }> = value ?? {}
  return `a ${made.constructor?.name ?? 'strange object'}`
}
