/** Where a page may frame the embedded wallet from while a service lists no origin of its own: for trying out. */
export const defaultAncestors: readonly string[] = [
  'http://localhost:*',
  'https://localhost:*',
  'http://127.0.0.1:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
]

export interface OriginPattern {
  readonly scheme: 'http' | 'https'
  /** Without the leading `*.`. */
  readonly host: string
  /** Whether at least one label must stand before the host. */
  readonly isWildcard: boolean
  /** Empty for the scheme's own port, `*` for any. */
  readonly port: string
}

const form = /^(https?):\/\/(\*\.)?([a-z0-9]+(?:[.-]+[a-z0-9]+)*|\[[0-9a-f:.]+\])(?::(\*|[0-9]{1,5}))?$/
const ownPort = { http: '80', https: '443' } as const

/**
 * Reads a pattern such as `https://app.example.com`, `https://*.example.com` or `http://localhost:*`. `*.` stands for
 * one or more whole labels, never for none and never for a part of one; without a port, the scheme's own is meant.
 * These are the source expressions that `frame-ancestors` understands, CSP level 3 section 2.3.1.
 *
 * @throws TypeError for anything else, for a wildcard above a single label (`https://*.com`), and for names that are
 * not in the form a browser sends (lower case, Punycode)
 */
export function parseOriginPattern(pattern: string): OriginPattern {
  const [, scheme, wildcard, host, port = ''] = form.exec(pattern) ?? []
  if (!scheme || !host || !isHost(host) || (wildcard && !host.includes('.'))) {
    throw new TypeError(
      `"${pattern}" is no pattern of origins. Write https://app.example.com, https://*.example.com or http://localhost:*, in lower case and without a path.`,
    )
  }
  const known = scheme as 'http' | 'https'
  return {
    scheme: known,
    host,
    isWildcard: wildcard !== undefined,
    port: port === ownPort[known] ? '' : port,
  }
}

/** Whether a browser leaves the host as it is written. */
function isHost(host: string): boolean {
  try {
    return new URL(`https://${host}`).hostname === host
  } catch {
    return false
  }
}

/** Returns the origin in the form a browser sends, or `undefined` for anything that is none: `null`, a path, a user. */
export function parseOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 300 || !/^https?:\/\//.test(text)) return undefined
  try {
    const { origin } = new URL(text)
    return origin === text ? origin : undefined
  } catch {
    return undefined
  }
}

/** Returns whether an origin matches one of the patterns. Anything that is no origin matches none. */
export function matchesOrigin(patterns: readonly string[], origin: unknown): boolean {
  const known = parseOrigin(origin)
  if (known === undefined) return false
  const { protocol, hostname, port } = new URL(known)
  return patterns.map(parseOriginPattern).some((pattern) => {
    if (protocol !== `${pattern.scheme}:`) return false
    if (pattern.port !== '*' && pattern.port !== port) return false
    if (!pattern.isWildcard) return hostname === pattern.host
    return hostname.endsWith(`.${pattern.host}`) && hostname.length > pattern.host.length + 1
  })
}
