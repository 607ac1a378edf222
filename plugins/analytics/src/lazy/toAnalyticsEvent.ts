import type { AnalyticsEvent } from '@latchkey/plugin-wallet-data'
import type { AnalyticsOptions } from '../AnalyticsOptions.js'
import type { Observation } from '../Observation.js'
import { catalogue, kindOf } from './catalogue.js'
import { redact } from './redact.js'

type Payload = Readonly<Record<string, unknown>>

/** Events of ours that the catalogue knows by another name. */
export const renamed: Readonly<Record<string, string>> = { PLUGIN_FAILED: 'INTERNAL_SDK_ERROR' }
const networkPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const amountPattern = /^\d{1,80}(?:\.\d{1,80})?$/

/** What leaves the page of an event; `undefined` when nothing may. */
export function toAnalyticsEvent(
  observation: Observation,
  options: AnalyticsOptions,
): AnalyticsEvent | undefined {
  const { id, time, address } = observation
  const { include = {}, exclude = [], includeAddress = false } = options
  const name = Object.hasOwn(renamed, id) ? (renamed[id] as string) : id
  const allowed = [include, catalogue].find((list) => Object.hasOwn(list, name))?.[name]
  if (!allowed || exclude.includes(id) || exclude.includes(name)) return undefined
  const properties = pick(allowed, observation, includeAddress)
  return {
    eventId: crypto.randomUUID?.() ?? randomUuid(),
    // Without query and fragment, which may hold secrets of the page.
    url: typeof location === 'undefined' ? '' : `${location.origin}${location.pathname}`,
    domain: typeof location === 'undefined' ? '' : location.hostname,
    timestamp: time,
    props: {
      type: name === 'INTERNAL_SDK_ERROR' ? 'error' : 'track',
      event: name,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(includeAddress && address !== undefined ? { address } : {}),
    },
  }
}

function pick(
  allowed: readonly string[],
  observation: Observation,
  includeAddress: boolean,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const property of allowed) {
    const value = clean(property, read(property, observation), includeAddress)
    if (value !== undefined) picked[property] = value
  }
  return picked
}

/** The property as the event gave it, or as it was true when the event happened. */
function read(property: string, observation: Observation): unknown {
  const payload: Payload = isRecord(observation.payload) ? observation.payload : {}
  const error: Payload = isRecord(payload['error']) ? payload['error'] : {}
  const own = Object.hasOwn(payload, property) ? payload[property] : undefined
  switch (property) {
    case 'network':
      return own ?? payload['networkId'] ?? observation.networkId
    case 'namespace':
      return own ?? payload['namespaces']
    case 'isSmartAccount':
      return own ?? observation.isSmartAccount
    case 'connected':
      return own ?? observation.connected
    case 'message':
      return own ?? error['shortMessage'] ?? error['message']
    case 'error':
      return isRecord(own) ? (error['shortMessage'] ?? error['message']) : own
    case 'errorType':
      return own ?? error['code']
    case 'errorMessage':
      return own ?? error['shortMessage']
    case 'token':
      return isRecord(own) ? own['symbol'] : own
    default:
      return own
  }
}

function clean(property: string, value: unknown, includeAddress: boolean): unknown {
  switch (kindOf(property)) {
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'network':
      return isNetwork(value) ? value : undefined
    case 'networks':
      return Array.isArray(value) ? value.filter(isNetwork).slice(0, 100) : undefined
    case 'words':
      if (value === undefined) return undefined
      return (Array.isArray(value) ? value : [value])
        .filter((word): word is string => typeof word === 'string')
        .map((word) => redact(word))
        .slice(0, 100)
    case 'amount': {
      const text = String(value)
      return amountPattern.test(text) ? text : undefined
    }
    case 'address':
      return includeAddress && typeof value === 'string' ? value.slice(0, 128) : undefined
    case 'text':
      if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
      return typeof value === 'string' ? redact(value, { keepAddresses: includeAddress }) : undefined
  }
}

const isNetwork = (value: unknown): value is string => typeof value === 'string' && networkPattern.test(value)

const isRecord = (value: unknown): value is Payload => typeof value === 'object' && value !== null

/** For pages that are not a secure context, where the browser has no `randomUUID`. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
