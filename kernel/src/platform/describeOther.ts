/** Names what is no plain object, such as `null`, `a list` or `a Promise`; undefined for one. */
export function describeOther(value: unknown): string | undefined {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value !== 'object') return `a ${typeof value}`
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another page has another `Object.prototype`, which has no prototype either.
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return undefined
  const made: Readonly<{ constructor?: { readonly name?: string } }> = value
  return `a ${made.constructor?.name ?? 'strange object'}`
}
