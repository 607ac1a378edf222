import { parse } from '@latchkey/kernel/plugin'
import { getTypesForEIP712Domain, hashStruct, hashTypedData, type Hex } from 'viem'
import * as z from 'zod/mini'
import { inSmallLetters } from './inSmallLetters.js'

const field = z.object({ name: z.string().check(z.maxLength(255)), type: z.string().check(z.maxLength(255)) })
const schema = z.object({
  types: z.record(z.string(), z.array(field)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** Structured data that is to be signed (EIP-712), with the type of its domain. */
export type TypedData = z.infer<typeof schema>

/**
 * Reads what an app wants signed: an object, or its JSON as most libraries send it. An object is copied, so that what the person is
 * shown stays what is signed, whatever the app makes of it afterwards.
 *
 * @throws BaseError `INVALID_DATA` when it isn't structured data
 */
export function readTypedData(given: unknown): TypedData {
  const data = parse(
    schema,
    typeof given === 'string' ? fromJson(given) : copyOf(given, new Map()),
    'The structured data',
  )
  const domainType = data.types['EIP712Domain'] ?? getTypesForEIP712Domain({ domain: data.domain })
  const whole = { ...data, types: { ...data.types, EIP712Domain: [...domainType] } }
  return inSmallLetters(whole, Number(data.domain['chainId']))
}

function copyOf(value: unknown, copies: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return value.slice()
  if (copies.has(value)) return copies.get(value)
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {}
  copies.set(value, copy)
  for (const [name, own] of Object.entries(value)) {
    Object.defineProperty(copy, name, { value: copyOf(own, copies), enumerable: true })
  }
  return copy
}

/** Text that is no JSON is refused as what it is. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export interface TypedDataHashes {
  readonly domain: Hex
  readonly message: Hex
  /** Of both, as it is signed. */
  readonly whole: Hex
}

export function hashesOf({ types, primaryType, domain, message }: TypedData): TypedDataHashes {
  return {
    domain: hashStruct({ data: domain, primaryType: 'EIP712Domain', types }),
    message: hashStruct({ data: message, primaryType, types }),
    whole: hashTypedData({ types, primaryType, domain, message }),
  }
}
