import { WalletConnectError } from './errors.js'

/** The parts of a WalletConnect pairing URI (EIP-1328, version 2). It holds a key: never log it. */
export interface PairingUri {
  /** 64 hex digits. */
  readonly topic: string
  readonly version: 2
  /** 64 hex digits. */
  readonly symKey: string
  readonly relay: { readonly protocol: string; readonly data?: string }
  readonly methods?: readonly string[]
  /** Unix time in seconds. */
  readonly expiryTimestamp?: number
}

export interface ParsePairingUriOptions {
  /** Milliseconds since the epoch. With it, an expired URI is refused. */
  readonly now?: number | undefined
}

/** Far above any real URI (about 250 characters); a longer text is not looked at. */
const longestUri = 4096
const hex32 = /^[0-9a-f]{64}$/i

/**
 * Reads what a QR code or a link carries: `wc:` or `wc://`, parameters in any order, unknown ones ignored,
 * or the base64 of all that.
 *
 * @throws WalletConnectError `PAIRING_URI_MALFORMED`, `PAIRING_URI_VERSION` (version 1 was shut down),
 *   `PAIRING_URI_EXPIRED`
 */
export function parsePairingUri(text: string, options: ParsePairingUriOptions = {}): PairingUri {
  const uri = text.length > longestUri ? undefined : wcUri(text.trim())
  if (uri === undefined) throw malformed('it doesn’t begin with "wc:"')
  const body = uri.replace(/^wc:(\/\/)?/i, '')
  const [, topic = '', version, query = ''] = /^([^@?]*)@(\d+)\??(.*)$/s.exec(body) ?? []
  if (version === undefined) throw malformed('topic and version are missing')
  if (version !== '2') {
    throw new WalletConnectError(
      'PAIRING_URI_VERSION',
      `This link is for WalletConnect version ${version}, but only version 2 still works. Ask for a new one.`,
    )
  }
  if (!hex32.test(topic)) throw malformed('the topic isn’t 64 hex digits')
  const parameters = new URLSearchParams(query)
  const symKey = parameters.get('symKey') ?? ''
  if (!hex32.test(symKey)) throw malformed('the key isn’t 64 hex digits')
  const expiryTimestamp = expiryOf(parameters.get('expiryTimestamp'))
  if (options.now !== undefined && expiryTimestamp !== undefined && expiryTimestamp * 1000 <= options.now) {
    throw new WalletConnectError(
      'PAIRING_URI_EXPIRED',
      'This WalletConnect link has expired. Ask for a new one.',
    )
  }
  const data = parameters.get('relay-data')
  const methods = methodsOf(parameters.get('methods'))
  return {
    topic,
    version: 2,
    symKey,
    relay: { protocol: parameters.get('relay-protocol') ?? 'irn', ...(data ? { data } : {}) },
    ...(methods.length > 0 ? { methods } : {}),
    ...(expiryTimestamp === undefined ? {} : { expiryTimestamp }),
  }
}

export function formatPairingUri(uri: PairingUri): string {
  const parameters = [
    ['relay-protocol', uri.relay.protocol],
    ['symKey', uri.symKey],
    ['relay-data', uri.relay.data],
    ['methods', uri.methods?.join(',')],
    ['expiryTimestamp', uri.expiryTimestamp?.toString()],
  ]
  const present = parameters.filter(([, value]) => value !== undefined && value !== '')
  const query = present.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
  return `wc:${uri.topic}@${uri.version}?${query}`
}

function wcUri(text: string): string | undefined {
  if (/^wc:/i.test(text)) return text
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return /^wc:/i.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

function expiryOf(value: string | null): number | undefined {
  if (value === null) return undefined
  if (!/^\d{1,12}$/.test(value)) throw malformed('the expiry isn’t a time in seconds')
  return Number(value)
}

/** `[a],[b,c]` or `a,b`; the printed example of ERC-1328 ends in a stray quote. */
function methodsOf(value: string | null): string[] {
  return (value ?? '')
    .replace(/[[\]"]/g, '')
    .split(',')
    .filter((method) => method !== '')
}

function malformed(reason: string): WalletConnectError {
  return new WalletConnectError('PAIRING_URI_MALFORMED', `This isn’t a WalletConnect link: ${reason}.`)
}
