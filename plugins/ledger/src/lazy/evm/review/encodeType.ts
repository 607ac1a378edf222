import type { TypedData } from '../typedData.js'

/** A type with all that it's made of, as it's hashed (EIP-712, `encodeType`). */
export function encodeType({ types, primaryType }: Pick<TypedData, 'types' | 'primaryType'>): string {
  const used = new Set<string>()
  function add(type: string): void {
    const name = /^\w*/.exec(type)?.[0] ?? ''
    if (used.has(name) || !Object.hasOwn(types, name)) return
    used.add(name)
    for (const field of types[name] ?? []) add(field.type)
  }
  add(primaryType)
  used.delete(primaryType)
  return [primaryType, ...[...used].sort()]
    .map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join()})`)
    .join('')
}
