/** Reads a field of a value from outside. `undefined` where there is none, and where a getter or a proxy throws. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Readonly<Record<string, unknown>>)[name]
  } catch {
    return undefined
  }
}
