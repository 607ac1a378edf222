import type { MessageProfile } from './MessageProfile.js'
import { parseText, type TextProblem } from './parseText.js'
import type { SiwxMessage, SiwxText } from './SiwxMessage.js'

/** A field that a text may leave out but a sign-in needs. */
export type RequiredField = 'uri' | 'chainId' | 'nonce' | 'issuedAt'

export type ParsedMessage =
  | { readonly ok: true; readonly message: SiwxMessage }
  | { readonly ok: false; readonly reason: 'text'; readonly problem: TextProblem }
  | { readonly ok: false; readonly reason: 'missing'; readonly field: RequiredField }
  | { readonly ok: false; readonly reason: 'address' }
  | { readonly ok: false; readonly reason: 'chain' }

/**
 * Reads a sign-in message strictly: the grammar of the namespace, every field a sign-in needs, an address of
 * the namespace in its required spelling, and a chain in a form the profile issues. Never throws.
 */
export function parseMessage(source: string, profile: MessageProfile): ParsedMessage {
  const parsed = parseText(source, profile.grammar)
  if (!parsed.ok) return { ok: false, reason: 'text', problem: parsed.problem }
  return readMessage(parsed.text, profile)
}

function readMessage(text: SiwxText, profile: MessageProfile): ParsedMessage {
  const { uri, nonce, issuedAt } = text
  if (uri === undefined) return { ok: false, reason: 'missing', field: 'uri' }
  if (text.chainId === undefined) return { ok: false, reason: 'missing', field: 'chainId' }
  if (nonce === undefined) return { ok: false, reason: 'missing', field: 'nonce' }
  if (issuedAt === undefined) return { ok: false, reason: 'missing', field: 'issuedAt' }
  const chainId = profile.readChain(text.chainId)
  if (chainId === undefined) return { ok: false, reason: 'chain' }
  if (!profile.isAddress(text.address)) return { ok: false, reason: 'address' }
  const message: Draft = {
    domain: text.domain,
    accountAddress: text.address,
    uri,
    version: '1',
    chainId,
    nonce,
    issuedAt,
  }
  if (text.scheme !== undefined) message.scheme = text.scheme
  if (text.statement !== undefined) message.statement = text.statement
  if (text.expirationTime !== undefined) message.expirationTime = text.expirationTime
  if (text.notBefore !== undefined) message.notBefore = text.notBefore
  if (text.requestId !== undefined) message.requestId = text.requestId
  if (text.resources !== undefined) message.resources = text.resources
  return { ok: true, message }
}

type Draft = { -readonly [key in keyof SiwxMessage]: SiwxMessage[key] }
