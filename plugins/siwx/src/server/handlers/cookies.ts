/** The value of one cookie of a request, or undefined. Of two with one name the first counts. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals >= 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

export interface CookieWriter {
  readonly name: string
  /** A `Set-Cookie` value. `maxAge` in seconds; 0 removes the cookie. */
  write(value: string, maxAge: number): string
}

/**
 * A cookie no script reads and no other site sends with a POST. On https its name gets the prefix `__Host-`, so
 * that no subdomain can set it.
 */
export function hostCookie(name: string, secure: boolean): CookieWriter {
  const fullName = secure ? `__Host-${name}` : name
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name: fullName,
    write: (value, maxAge) =>
      `${fullName}=${value}; Max-Age=${Math.max(0, Math.floor(maxAge))}; ${attributes}`,
  }
}
