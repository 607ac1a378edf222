import { checkOptionNames, KernelError } from '@latchkey/kernel/plugin'

export interface SafeOptions {
  /**
   * Pages that may hold the app as a Safe App: whole origins, such as `https://safe.example.com`. They say which account is
   * used and show what is signed, so list only those that you trust. Default `['https://app.safe.global']`.
   */
  readonly origins?: readonly string[] | undefined
}

const code = 'SAFE_OPTIONS_INVALID'

const names = { origins: true } satisfies Record<keyof SafeOptions, true>

/** @throws KernelError `SAFE_OPTIONS_INVALID` for an option that does not exist, or with the first origin that is none */
export function readOptions(options: SafeOptions): readonly string[] {
  checkOptionNames('safe', options, names, code)
  const { origins = ['https://app.safe.global'] } = options
  const wrong: unknown = Array.isArray(origins) ? origins.find((origin) => !isSafeOrigin(origin)) : origins
  if (wrong === undefined) return origins
  throw new KernelError('safe() needs whole origins, such as "https://app.safe.global".', {
    code,
    metaMessages: [`Received: ${String(wrong).slice(0, 200)}`],
  })
}

/** Over http only on this machine: anybody on the way could take the place of the page. A pattern is a host to `URL`. */
function isSafeOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(value)) return false
  const { origin, protocol, hostname } = new URL(value)
  const isLocal = protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  // A pattern is a host name to some URL parsers.
  return origin === value && !value.includes('*') && (protocol === 'https:' || isLocal)
}
