/** Of more with one name, only these are looked at: each may cost a look-up. */
const MOST_OF_ONE_NAME = 16

interface Cookie {
  readonly name: string
  readonly value: string
}

/**
 * Reads the values of one cookie of a request, in the order they came: there are several when another page set one of the
 * same name for a longer path.
 */
export function readCookies(request: Request, name: string): readonly string[] {
  return readAll(request, (given) => given === name).map(({ value }) => value)
}

/** Reads the cookies whose names begin with `prefix`. */
export function readCookiesBy(request: Request, prefix: string): readonly Cookie[] {
  return readAll(request, (given) => given.startsWith(prefix))
}

function readAll(request: Request, isMeant: (name: string) => boolean): readonly Cookie[] {
  const pairs = (request.headers.get('cookie') ?? '').split(';')
  return pairs
    .map(readPair)
    .filter((cookie) => cookie !== undefined)
    .filter(({ name }) => isMeant(name))
    .slice(0, MOST_OF_ONE_NAME)
}

function readPair(pair: string): Cookie | undefined {
  const equals = pair.indexOf('=')
  if (equals < 0) return undefined
  const value = trim(pair.slice(equals + 1))
  return { name: trim(pair.slice(0, equals)), value: /^"(.*)"$/.exec(value)?.[1] ?? value }
}

/**
 * Takes off blanks and tabs, and no other space: a browser lets a subdomain set a cookie whose name is a no-break space and
 * then ours, which would get around the prefix.
 */
function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

export interface CookieWriter {
  readonly name: string
  /** A `Set-Cookie` value. `maxAge` in seconds; 0 removes the cookie. `name` is another with the same beginning. */
  write(value: string, maxAge: number, name?: string): string
}

export interface CookieKind {
  /** Whether the page is on https: then the name gets the prefix `__Host-`, so that no subdomain can set it. */
  readonly secure: boolean
  /** Whether it is sent inside frames of other sites, with a jar for each of them (CHIPS). Needs `secure`. */
  readonly inFrames: boolean
}

/**
 * A cookie no script reads. Outside frames no other site sends it with a POST. The two kinds differ in name: a browser
 * keeps and sends both when a host changes from one to the other.
 */
export function hostCookie(name: string, { secure, inFrames }: CookieKind): CookieWriter {
  const fullName = `${secure ? '__Host-' : ''}${inFrames ? 'framed_' : ''}${name}`
  const site = inFrames ? 'SameSite=None; Secure; Partitioned' : `SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name: fullName,
    write: (value, maxAge, written = fullName) =>
      `${written}=${value}; Max-Age=${Math.max(0, Math.floor(maxAge))}; Path=/; HttpOnly; ${site}`,
  }
}
