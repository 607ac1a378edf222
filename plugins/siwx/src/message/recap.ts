import { base64, base64nopad, base64url, base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import { SiwxError } from './SiwxError.js'

/** What a ReCap grants: resource, ability (`namespace/name`), and the restrictions of each (ERC-5573). */
export interface Recap {
  readonly att: Readonly<
    Record<string, Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>>
  >
  /** CIDs of proofs the grant rests on. */
  readonly prf?: readonly string[]
}

const PREFIX = 'urn:recap:'
const INTRODUCTION = 'I further authorize the stated URI to perform the following actions on my behalf:'
const MAX_DEPTH = 32

const recapSchema = z.strictObject({
  att: z.record(
    z.string().check(z.minLength(1)),
    z.record(
      z.string().check(z.regex(/^[^/]{1,256}\/[^/]{1,256}$/)),
      z.array(z.record(z.string(), z.unknown())),
    ),
  ),
  prf: z.optional(z.array(z.string())),
})

/** Whether a resource is a ReCap URI, readable or not. */
export function isRecapUri(resource: string): boolean {
  return resource.startsWith(PREFIX)
}

/** Writes `urn:recap:` and unpadded base64url of the JSON with sorted keys (ERC-5573). */
export function encodeRecap(recap: Recap): string {
  return `${PREFIX}${base64urlnopad.encode(new TextEncoder().encode(canonicalJson(recap, 0)))}`
}

/**
 * Reads a ReCap URI. Takes unpadded base64url (ERC-5573) and padded or unpadded base64 (WalletConnect).
 * @throws SiwxError `SIWX_RECAP_INVALID`
 */
export function decodeRecap(uri: string): Recap {
  if (!isRecapUri(uri)) throw invalid('it does not start with "urn:recap:"')
  const bytes = decodeBase64(uri.slice(PREFIX.length))
  if (!bytes) throw invalid('its body is not base64url or base64')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), refuseProto)
  } catch (cause) {
    if (cause instanceof SiwxError) throw cause
    throw invalid('its body is not JSON in UTF-8', cause)
  }
  const parsed = recapSchema.safeParse(value)
  if (!parsed.success) throw invalid('its body is not an object with "att" (and "prf")', parsed.error)
  const { att, prf } = parsed.data
  return prf === undefined ? { att } : { att, prf }
}

/** A schema drops this name in silence, and what was granted would not be what is read. */
function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw invalid('it has a member named "__proto__"')
  return value
}

function decodeBase64(text: string): Uint8Array | undefined {
  for (const coder of [base64urlnopad, base64url, base64nopad, base64]) {
    try {
      return coder.decode(text)
    } catch {
      // Each alphabet refuses what it cannot read; the next is tried.
    }
  }
  return undefined
}

/**
 * The sentence a wallet shows for a ReCap, and which the statement must end with. Resources and abilities
 * are sorted; abilities of one namespace share a number.
 */
export function recapStatement(recap: Recap): string {
  const parts: string[] = []
  for (const resource of Object.keys(recap.att).sort()) {
    const names = new Map<string, string[]>()
    for (const ability of Object.keys(recap.att[resource] ?? {}).sort()) {
      const slash = ability.indexOf('/')
      const namespace = ability.slice(0, slash)
      names.set(namespace, [...(names.get(namespace) ?? []), `'${ability.slice(slash + 1)}'`])
    }
    for (const [namespace, abilities] of names) {
      parts.push(`(${parts.length + 1}) '${namespace}': ${abilities.join(', ')} for '${resource}'.`)
    }
  }
  return parts.length === 0 ? '' : `${INTRODUCTION} ${parts.join(' ')}`
}

/** A statement with the sentence of a ReCap after it. */
export function statementWithRecap(statement: string | undefined, recap: Recap): string {
  const sentence = recapStatement(recap)
  if (statement === undefined || statement === '') return sentence
  return sentence === '' || statement.endsWith(sentence) ? statement : `${statement} ${sentence}`
}

function canonicalJson(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw invalid(`it is nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`)
  return `{${entries.join(',')}}`
}

function invalid(problem: string, cause?: unknown): SiwxError {
  return new SiwxError(
    'SIWX_RECAP_INVALID',
    `The ReCap cannot be used: ${problem}. Expected the form of ERC-5573; ask the wallet to sign in again.`,
    cause === undefined ? undefined : { cause },
  )
}
