import { isAddress } from 'viem'
import { hasChecksum } from './hasChecksum.js'

interface TypedData {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: Readonly<Record<string, unknown>>
  readonly message: Readonly<Record<string, unknown>>
}

/**
 * The same structured data (EIP-712), and the same hash, with addresses in small letters that viem refuses to hash as they are: those in
 * capital letters alone, and those with the checksum that the chain has of its own.
 */
export function inSmallLetters<T extends TypedData>(data: T, chainId: number): T {
  const { types, primaryType, domain, message } = data
  const spell = (type: string, value: unknown): unknown => {
    const item = /^(.*)\[\d*\]$/s.exec(type)?.[1]
    if (item !== undefined) return Array.isArray(value) ? value.map((own) => spell(item, own)) : value
    if (type === 'address') return spellAddress(value, chainId)
    if (!Object.hasOwn(types, type) || typeof value !== 'object' || value === null) return value
    return spellFields(types[type] ?? [], value)
  }
  const spellFields = (fields: readonly { name: string; type: string }[], value: object): object => {
    const changed = fields.flatMap(({ name, type }): [string, unknown][] =>
      Object.hasOwn(value, name) ? [[name, spell(type, Reflect.get(value, name))]] : [],
    )
    return Object.fromEntries([...Object.entries(value), ...changed])
  }
  const domainFields = [{ name: 'verifyingContract', type: 'address' }]
  return { ...data, domain: spellFields(domainFields, domain), message: spell(primaryType, message) }
}

const spellAddress = (value: unknown, chainId: number): unknown =>
  typeof value === 'string' &&
  !isAddress(value) &&
  isAddress(value, { strict: false }) &&
  hasChecksum(value, chainId)
    ? value.toLowerCase()
    : value
