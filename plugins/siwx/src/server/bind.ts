import { parseDateTime } from '../message/dateTime.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { originOf } from '../message/uri.js'
import { type Refusal, refuse } from './Refusal.js'

/** What a message must agree with. Times are milliseconds. */
export interface Bindings {
  readonly domains: readonly string[]
  /** Exact URIs allowed; undefined allows any URI of the message's own domain over https (http on loopback). */
  readonly uris: readonly string[] | ((uri: string) => boolean) | undefined
  /** CAIP-2 ids allowed; undefined allows every chain of the configured namespaces. */
  readonly chains: readonly string[] | undefined
  readonly clockSkew: number
  readonly maxAge: number
}

/** Holds a parsed message against what the server expects of it. Undefined when everything agrees. */
export function bind(message: SiwxMessage, bindings: Bindings, now: number): Refusal | undefined {
  return bindOrigin(message, bindings) ?? bindChain(message, bindings) ?? bindTimes(message, bindings, now)
}

function bindOrigin(message: SiwxMessage, { domains, uris }: Bindings): Refusal | undefined {
  if (!domains.includes(message.domain)) {
    return refuse('DOMAIN_MISMATCH', `The domain must be ${domains.join(' or ')}.`)
  }
  if (message.scheme !== undefined && !isSafeScheme(message.scheme, message.domain)) {
    return refuse('SCHEME_MISMATCH', 'The scheme must be https, or http on a loopback domain.')
  }
  if (isAllowedUri(message, uris)) return undefined
  return refuse('URI_MISMATCH', 'The URI must be one this server expects for its domain.')
}

function isAllowedUri({ uri, domain }: SiwxMessage, uris: Bindings['uris']): boolean {
  if (typeof uris === 'function') return uris(uri)
  if (uris) return uris.includes(uri)
  const origin = originOf(uri)
  return origin !== undefined && origin.authority === domain && isSafeScheme(origin.scheme, domain)
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function isSafeScheme(scheme: string, domain: string): boolean {
  if (scheme === 'https') return true
  const port = domain.lastIndexOf(':')
  const host = port > domain.lastIndexOf(']') ? domain.slice(0, port) : domain
  return scheme === 'http' && (LOOPBACK.includes(host) || host.endsWith('.localhost'))
}

function bindChain(message: SiwxMessage, { chains }: Bindings): Refusal | undefined {
  if (!chains || chains.includes(message.chainId)) return undefined
  return refuse('CHAIN_NOT_ALLOWED', `The chain must be ${chains.join(' or ')}.`)
}

function bindTimes(message: SiwxMessage, bindings: Bindings, now: number): Refusal | undefined {
  const { clockSkew, maxAge } = bindings
  const issuedAt = parseDateTime(message.issuedAt) ?? Number.NaN
  if (!(issuedAt <= now + clockSkew)) {
    return refuse('ISSUED_IN_FUTURE', 'Issued At must not be later than the clock of this server.')
  }
  if (!(issuedAt + maxAge > now - clockSkew)) {
    return refuse('ISSUED_TOO_LONG_AGO', `Issued At must be at most ${maxAge / 1000} seconds ago.`)
  }
  if (message.expirationTime !== undefined) {
    const expiresAt = parseDateTime(message.expirationTime) ?? Number.NaN
    // No skew: the session would end before it starts.
    if (!(now < expiresAt)) return refuse('EXPIRED', 'Expiration Time must be in the future.')
  }
  if (message.notBefore !== undefined) {
    const notBefore = parseDateTime(message.notBefore) ?? Number.NaN
    if (!(now + clockSkew >= notBefore)) return refuse('NOT_YET_VALID', 'Not Before must be in the past.')
  }
  return undefined
}
