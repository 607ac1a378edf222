import { ConnectorError, type NetworkId } from '@latchkey/kernel/plugin'
import type { TypedData } from '../typedData.js'

type Field = { readonly name: string; readonly type: string }
type Structs = TypedData['types']

/** Members of the domain in the order EIP-712 fixes. */
const domainFields: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
const domainType = 'EIP712Domain'
const arrayPattern = /^(.+)\[(\d*)\]$/
const elementaryPattern = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?|u?int(\d{1,3})?)$/
const depthLimit = 32

/**
 * Checks typed data against its own types and writes the JSON that wallets take: `EIP712Domain` filled in, big integers
 * as text. A wallet shows what it signs, so nothing is passed on that the types do not name.
 *
 * @throws ConnectorError `TYPED_DATA_INVALID` with the place that is wrong.
 */
export function serializeTypedData(data: TypedData, networkId: NetworkId): string {
  const { domain, types, primaryType, message } = data
  const present = domainFields.filter(({ name }) => domain[name as keyof typeof domain] !== undefined)
  const unknown = Object.keys(domain).find((key) => !domainFields.some(({ name }) => name === key))
  if (unknown !== undefined) throw invalid(`domain.${unknown}`, 'EIP-712 knows no such member of a domain')
  const structs: Structs = { ...types, [domainType]: types[domainType] ?? present }
  checkDomainType(structs[domainType] ?? [], present)
  for (const [name, fields] of Object.entries(structs)) checkStruct(structs, name, fields)
  if (!Object.hasOwn(structs, primaryType)) throw invalid('primaryType', `"types" has no "${primaryType}"`)
  checkChain(domain.chainId, networkId)
  return JSON.stringify({
    types: structs,
    domain: encode(structs, domainType, domain, 'domain', 0),
    primaryType,
    message: encode(structs, primaryType, message, 'message', 0),
  })
}

function checkDomainType(given: readonly Field[], present: readonly Field[]): void {
  const wanted = present.map(({ name, type }) => `${type} ${name}`)
  const actual = given.map(({ name, type }) => `${type} ${name}`)
  if (wanted.length === actual.length && wanted.every((field) => actual.includes(field))) return
  throw invalid(
    `types.${domainType}`,
    `the domain has (${wanted.join(', ')}) and the type (${actual.join(', ')})`,
  )
}

function checkStruct(structs: Structs, name: string, fields: readonly Field[]): void {
  const names = fields.map((field) => field.name)
  if (new Set(names).size !== names.length) throw invalid(`types.${name}`, 'a member is named twice')
  for (const field of fields) {
    let base = field.type
    for (let match = arrayPattern.exec(base); match; match = arrayPattern.exec(base))
      base = match[1] as string
    if (!Object.hasOwn(structs, base) && !isElementary(base)) {
      throw invalid(`types.${name}.${field.name}`, `"${field.type}" is no type`)
    }
  }
}

function isElementary(type: string): boolean {
  const match = elementaryPattern.exec(type)
  if (!match) return false
  const bits = match[1] === undefined ? 256 : Number(match[1])
  return bits >= 8 && bits <= 256 && bits % 8 === 0
}

function checkChain(chainId: unknown, networkId: NetworkId): void {
  if (chainId === undefined || `eip155:${BigInt(chainId as string)}` === networkId) return
  throw invalid('domain.chainId', `it names chain ${String(chainId)} and the request is for ${networkId}`)
}

function encode(structs: Structs, type: string, value: unknown, path: string, depth: number): unknown {
  if (depth > depthLimit) throw invalid(path, 'it is nested too deeply')
  const array = arrayPattern.exec(type)
  if (array) {
    // Each group takes part in a match.
    const [, item, length] = array as string[] as [string, string, string]
    if (!Array.isArray(value) || (length !== '' && value.length !== Number(length))) {
      throw invalid(path, `expected ${type}`)
    }
    return value.map((entry, index) => encode(structs, item, entry, `${path}[${index}]`, depth + 1))
  }
  const fields = Object.hasOwn(structs, type) ? structs[type] : undefined
  return fields ? encodeStruct(structs, fields, value, path, depth) : encodeElementary(type, value, path)
}

function encodeStruct(
  structs: Structs,
  fields: readonly Field[],
  value: unknown,
  path: string,
  depth: number,
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(path, 'expected a struct')
  const record = value as Record<string, unknown>
  const extra = Object.keys(record).find(
    (key) => record[key] !== undefined && !fields.some(({ name }) => name === key),
  )
  if (extra !== undefined)
    throw invalid(`${path}.${extra}`, 'the types do not name it, so it would not be signed')
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, encode(structs, type, record[name], `${path}.${name}`, depth + 1)]),
  )
}

function encodeElementary(type: string, value: unknown, path: string): unknown {
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'address' && typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value
  if (type.startsWith('bytes')) return encodeBytes(type, value, path)
  if (/^u?int/.test(type)) return encodeInteger(type, value, path)
  throw invalid(path, `expected ${type}`)
}

function encodeBytes(type: string, value: unknown, path: string): string {
  const hex =
    value instanceof Uint8Array
      ? `0x${Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
      : value
  const length = type.slice('bytes'.length)
  const isHex = typeof hex === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(hex)
  if (!isHex || (length !== '' && hex.length !== 2 + 2 * Number(length)))
    throw invalid(path, `expected ${type}`)
  return hex
}

/** Numbers that JSON keeps exactly stay numbers, because some wallets want a number as the chain id. */
function encodeInteger(type: string, value: unknown, path: string): number | string {
  const isWhole =
    typeof value === 'bigint' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(value))
  if (!isWhole)
    throw invalid(path, `expected ${type} as a whole number below 2^53, a bigint or a decimal text`)
  const whole = BigInt(value as bigint | number | string)
  const bits = BigInt(/\d+$/.exec(type)?.[0] ?? 256)
  const [low, high] = type.startsWith('u') ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)]
  if (whole < low || whole >= high) throw invalid(path, `${whole} does not fit ${type}`)
  const number = Number(whole)
  return Number.isSafeInteger(number) ? number : whole.toString()
}

function invalid(path: string, why: string): ConnectorError {
  return new ConnectorError('The data to sign is not valid, so the wallet was not asked.', {
    code: 'TYPED_DATA_INVALID',
    metaMessages: [`At ${path}: ${why}.`],
    docsPath: '@latchkey/plugin-eip155/README.md#typed-data',
  })
}
