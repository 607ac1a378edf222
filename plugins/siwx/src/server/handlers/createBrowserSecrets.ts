import { createNonce } from '../../message/createNonce.js'
import { type CookieKind, hostCookie, readCookiesBy } from './cookies.js'

/** The secrets that nonces are bound to, in cookies of the browser that asked for them. */
export interface BrowserSecrets {
  /** Every secret of the browser. */
  read(request: Request): readonly string[]
  /** The secret for a new nonce, and the cookie that keeps it for as long as the nonce lives. */
  next(request: Request): { readonly secret: string; readonly cookie: string }
}

/**
 * Makes the secrets of browsers. A browser has one, except where tabs asked for their first nonces at once: each answer
 * then sets a cookie of its own name, so that none takes the place of another. They end by time and not with a sign-in:
 * another tab may be about to sign. `lifetime` in milliseconds.
 */
export function createBrowserSecrets(name: string, kind: CookieKind, lifetime: number): BrowserSecrets {
  const cookie = hostCookie(`${name}_browser`, kind)
  const known = (request: Request) =>
    readCookiesBy(request, cookie.name).filter(({ value }) => value.length >= 16 && value.length <= 128)
  return {
    read: (request) => known(request).map(({ value }) => value),
    next(request) {
      const [first] = known(request)
      const secret = first?.value ?? createNonce()
      const written = first?.name ?? `${cookie.name}_${createNonce().slice(0, 8)}`
      return { secret, cookie: cookie.write(secret, lifetime / 1000, written) }
    },
  }
}
