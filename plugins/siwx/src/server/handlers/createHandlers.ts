import { parseDateTime } from '../../message/dateTime.js'
import { SiwxError } from '../../message/SiwxError.js'
import type { Verified, Verifier } from '../createVerifier.js'
import { readLimited } from '../readLimited.js'
import { readSeconds } from '../readSeconds.js'
import type { Refusal, RefusalCode } from '../Refusal.js'
import type {
  ReadOptions,
  Session,
  SessionRefusalCode,
  SessionResult,
  Sessions,
} from '../sessions/createSessions.js'
import { hostCookie, readCookies } from './cookies.js'
import { type BrowserSecrets, createBrowserSecrets } from './createBrowserSecrets.js'
import { memoryRateLimit } from './memoryRateLimit.js'
import { readBody } from './readBody.js'

export type SiwxAction = 'nonce' | 'authenticate' | 'me' | 'sign-out'

/** Asked before each action. Gives the seconds to wait when the caller has asked too often, else undefined. */
export type RateLimit = (request: Request, action: SiwxAction) => Promise<number | undefined>

export interface HandlersOptions {
  readonly verifier: Verifier
  readonly sessions: Sessions
  /**
   * Origins of the pages that may call, such as `https://app.example`. A request that changes something must
   * come from one of them.
   */
  readonly origins: readonly string[]
  /** Names of the cookies begin with this. Default `siwx`. */
  readonly cookieName?: string | undefined
  /**
   * Whether people sign in while the page is inside a frame of another site, such as a Safe app. Default false. With true
   * the cookies are `SameSite=None; Secure; Partitioned`: other sites can send them, so routes of your own must look at
   * `Origin`, and your page should say in `frame-ancestors` whom it lets frame it. A person signs in once for each site
   * around the page. Turning it on or off signs everybody out. Needs origins on https.
   */
  readonly inFrames?: boolean | undefined
  /** Seconds the browser keeps the secret its nonce is bound to. Give the nonce lifetime. Default 600. */
  readonly nonceLifetime?: number | undefined
  /** Seconds after which nodes are not waited for any more, for all sign-ins of one request together. Default 15. */
  readonly verifyTimeout?: number | undefined
  /**
   * Default: 600 nonces and 600 sign-ins a minute in this process, from all callers together, because a Fetch `Request`
   * does not say who sends it. Where the host knows (a header its proxy sets), give
   * `memoryRateLimit({ keyOf: (request) => … })`, or a function over a store that several processes share. `false`
   * limits nothing.
   */
  readonly rateLimit?: RateLimit | false | undefined
  /** Told of each refused sign-in, for the log. */
  readonly onRefused?: ((refusal: Refusal, request: Request) => void) | undefined
  /** Told of each sign-in before the session starts; what it throws stops the sign-in. */
  readonly onSignIn?: ((signIns: readonly Verified[], request: Request) => void | Promise<void>) | undefined
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** Codes of an HTTP error answer: `{ error: { code, message } }`. */
export type HttpErrorCode =
  | RefusalCode
  | SessionRefusalCode
  /** The request has no cookie of a session: the person hasn't signed in, or the browser kept the cookie back. */
  | 'NOT_SIGNED_IN'
  /** The path ends with none of `nonce`, `authenticate`, `me` and `sign-out`. */
  | 'NOT_FOUND'
  /** `me` takes GET, and the others take POST. */
  | 'METHOD_NOT_ALLOWED'
  /**
   * The request comes from a page that `origins` of `createHandlers` doesn't list: give it what people have in the address bar, with
   * scheme and port.
   */
  | 'ORIGIN_NOT_ALLOWED'
  /** The body is no JSON: a proxy or a body parser may have changed it. */
  | 'BODY_NOT_JSON'
  /** The body is longer than any sign-in. */
  | 'BODY_TOO_LARGE'
  /** `rateLimit` said no: 600 a minute from all callers together by default. */
  | 'TOO_MANY_REQUESTS'

export type FetchHandler = (request: Request) => Promise<Response>

/** The four routes of the backend contract, on the Fetch API's Request and Response. */
export interface SiwxHandlers {
  /** `POST`: `{ nonce }`, bound to this browser by a cookie. */
  readonly nonce: FetchHandler
  /** `POST` of `{ message, signature }`, `{ cacaos }` or `{ signIn }`: starts a session, `{ session }`. */
  readonly authenticate: FetchHandler
  /** `GET`: `{ session }`, or 401 with `NOT_SIGNED_IN`. */
  readonly me: FetchHandler
  /** `POST`: ends the session, 204. */
  readonly signOut: FetchHandler
  /** All four, by the last part of the path: `nonce`, `authenticate`, `me`, `sign-out`. */
  readonly handle: FetchHandler
  /**
   * The session of any request of the host, for its own routes. Set `setCookie` on the answer when there is one: the
   * token was replaced, and the browser's old one soon ends the session. Where no cookie can be set, such as in a React
   * server component, give `rotate: false`.
   */
  readonly session: (
    request: Request,
    options?: ReadOptions,
  ) => Promise<{ session: Session; setCookie?: string } | undefined>
}

const MAX_BODY = 131_072

/** A minute, for each action that costs work. */
const SHARED_LIMIT = 600

const SHARED_LIMIT_HINT = ` The server takes ${SHARED_LIMIT} a minute from all callers; createHandlers({ rateLimit }) changes that.`

function limitTogether(clock: () => number): RateLimit {
  const limit = memoryRateLimit({ keyOf: () => 'all', limit: SHARED_LIMIT, clock })
  return async (request, action) =>
    action === 'nonce' || action === 'authenticate' ? limit(request, action) : undefined
}

/**
 * Makes the handlers. Faults of stores are thrown: let the framework answer 500 and log them.
 * @throws SiwxError `SIWX_OPTIONS_INVALID` when an origin is none, there is none, their schemes differ, or `inFrames` is
 *   set and they aren't on https.
 */
export function createHandlers(options: HandlersOptions): SiwxHandlers {
  checkOrigins(options)
  const defaults = { nonceLifetime: 600, verifyTimeout: 15 }
  const { nonceLifetime, verifyTimeout } = readSeconds('createHandlers', options, defaults)
  const clock = options.clock ?? Date.now
  const name = options.cookieName ?? 'siwx'
  // A request behind a proxy may arrive over http; the page's own origin says whether the cookie is secure.
  const secure = options.origins.every((origin) => origin.startsWith('https:'))
  const kind = { secure, inFrames: options.inFrames ?? false }
  const desk: Desk = {
    options,
    rateLimit: options.rateLimit ?? limitTogether(clock),
    verifyTimeout,
    sessionCookie: hostCookie(name, kind),
    browserSecrets: createBrowserSecrets(name, kind, nonceLifetime),
    secondsLeft: (session) => (session.expiresAt - clock()) / 1000,
  }
  const routes: Readonly<Record<SiwxAction, FetchHandler>> = {
    nonce: guardRoute(desk, 'nonce', 'POST', (request) => issueNonce(desk, request)),
    authenticate: guardRoute(desk, 'authenticate', 'POST', (request) => authenticate(desk, request)),
    me: guardRoute(desk, 'me', 'GET', (request) => tellSession(desk, request)),
    'sign-out': guardRoute(desk, 'sign-out', 'POST', (request) => signOut(desk, request)),
  }

  return {
    nonce: routes.nonce,
    authenticate: routes.authenticate,
    me: routes.me,
    signOut: routes['sign-out'],
    async handle(request) {
      const action = new URL(request.url).pathname.replace(/\/$/, '').split('/').pop() ?? ''
      if (!Object.hasOwn(routes, action)) return failed(404, 'NOT_FOUND', 'There is no such route.')
      return routes[action as SiwxAction](request)
    },
    async session(request, readOptions) {
      const result = await readSession(desk, request, readOptions)
      if (!result?.ok) return undefined
      const { session, token } = result
      return token
        ? { session, setCookie: desk.sessionCookie.write(token, desk.secondsLeft(session)) }
        : { session }
    },
  }
}

/** What the four routes share. */
interface Desk {
  readonly options: HandlersOptions
  readonly rateLimit: RateLimit | false
  readonly verifyTimeout: number
  readonly sessionCookie: ReturnType<typeof hostCookie>
  readonly browserSecrets: BrowserSecrets
  /** Seconds, for cookies. */
  secondsLeft(session: Session): number
}

/** Of several cookies with the session's name the first that this server wrote counts. */
async function readSession(
  { options: { sessions }, sessionCookie }: Desk,
  request: Request,
  readOptions?: ReadOptions,
): Promise<SessionResult | undefined> {
  let foreign: SessionResult | undefined
  for (const token of readCookies(request, sessionCookie.name)) {
    const result = await sessions.read(token, readOptions)
    if (result.ok || result.code !== 'SESSION_MALFORMED') return result
    foreign = result
  }
  return foreign
}

async function issueNonce(
  { options: { verifier }, browserSecrets }: Desk,
  request: Request,
): Promise<Response> {
  const { secret, cookie } = browserSecrets.next(request)
  return json(200, { nonce: await verifier.issueNonce({ binding: secret }) }, [cookie])
}

async function authenticate(desk: Desk, request: Request): Promise<Response> {
  const { options, browserSecrets, verifyTimeout } = desk
  const binding = browserSecrets.read(request)
  const body = await readJson(request)
  if ('response' in body) return body.response
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(verifyTimeout)])
  const requests = readBody(body.value, binding)?.map((one) => ({ ...one, signal }))
  if (!requests)
    return failed(400, 'REQUEST_MALFORMED', 'Expected { message, signature }, { cacaos } or { signIn }.')
  const result = await options.verifier.verifyAll(requests)
  if (!result.ok) {
    options.onRefused?.(result, request)
    return failed(statusOf(result.code), result.code, result.detail)
  }
  await options.onSignIn?.(result.signIns, request)
  return startSession(desk, request, result.signIns)
}

async function startSession(desk: Desk, request: Request, signIns: readonly Verified[]): Promise<Response> {
  const { options, sessionCookie } = desk
  // A new session id for each sign-in: an id from before cannot be fixed on a browser.
  const before = await readSession(desk, request, { rotate: false })
  const started = await options.sessions.start(
    signIns.map(({ accountId }) => accountId),
    { endsAt: firstEndOf(signIns), ...(before?.ok ? { replaces: before.session } : {}) },
  )
  const cookie = sessionCookie.write(started.token, desk.secondsLeft(started.session))
  return json(200, { session: toJson(started.session) }, [cookie])
}

async function tellSession(desk: Desk, request: Request): Promise<Response> {
  const { sessionCookie } = desk
  const result = await readSession(desk, request)
  if (!result) return failed(401, 'NOT_SIGNED_IN', 'There is no session. Sign in first.')
  if (!result.ok) {
    return failed(401, result.code, 'The session does not hold any more. Sign in again.', [
      sessionCookie.write('', 0),
    ])
  }
  const cookies = result.token ? [sessionCookie.write(result.token, desk.secondsLeft(result.session))] : []
  return json(200, { session: toJson(result.session) }, cookies)
}

async function signOut(desk: Desk, request: Request): Promise<Response> {
  const result = await readSession(desk, request)
  if (result?.ok) await desk.options.sessions.revoke(result.session.id)
  return new Response(null, { status: 204, headers: headersOf([desk.sessionCookie.write('', 0)]) })
}

function guardRoute(
  { options, rateLimit }: Desk,
  action: SiwxAction,
  method: 'GET' | 'POST',
  run: FetchHandler,
): FetchHandler {
  const methods = method === 'GET' ? ['GET', 'HEAD'] : ['POST']
  return async (request) => {
    if (!methods.includes(request.method)) return methodNotAllowed(methods)
    const origin = request.headers.get('origin')
    const isTrusted = origin === null ? method === 'GET' : options.origins.includes(origin)
    if (!isTrusted) return failed(403, 'ORIGIN_NOT_ALLOWED', 'The page is not one of this server.')
    const wait = rateLimit ? await rateLimit(request, action) : undefined
    if (wait === undefined) return answerTo(request, await run(request))
    const shared = options.rateLimit === undefined ? SHARED_LIMIT_HINT : ''
    const response = failed(429, 'TOO_MANY_REQUESTS', `Try again in ${Math.ceil(wait)} seconds.${shared}`)
    response.headers.set('retry-after', `${Math.ceil(wait)}`)
    return response
  }
}

function methodNotAllowed(methods: readonly string[]): Response {
  const response = failed(405, 'METHOD_NOT_ALLOWED', `Expected ${methods[0]}.`)
  response.headers.set('allow', methods.join(', '))
  return response
}

/** A HEAD is answered as its GET is, without the body. */
function answerTo({ method }: Request, { status, headers, body }: Response): Response {
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}

/** Milliseconds since 1970 at which the first of the signed texts ends. */
function firstEndOf(signIns: readonly Verified[]): number {
  const ends = signIns.map(({ message }) => parseDateTime(message.expirationTime ?? ''))
  return Math.min(...ends.map((end) => end ?? Number.POSITIVE_INFINITY))
}

/** Mixed schemes would take `Secure` from the cookies of the safe one. */
function checkOrigins({ origins, inFrames }: HandlersOptions): void {
  const odd = origins.find((origin) => !isOrigin(origin))
  const isMixed = new Set(origins.map((origin) => origin.split(':')[0])).size > 1
  const problem =
    origins.length === 0
      ? 'there is no origin'
      : odd !== undefined
        ? `"${odd}" is no origin`
        : isMixed
          ? 'some origins are https and some are not'
          : inFrames && !origins[0]?.startsWith('https:') && 'inFrames needs https'
  if (!problem) return
  throw new SiwxError(
    'SIWX_OPTIONS_INVALID',
    `createHandlers cannot start: ${problem}. Give the origins of the page, such as https://app.example, all of one scheme.`,
  )
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text
}

function toJson({ accountIds, createdAt, expiresAt }: Session) {
  return {
    accountIds,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

function statusOf(code: RefusalCode): number {
  if (code === 'CHAIN_UNREACHABLE') return 503
  return code === 'REQUEST_MALFORMED' ? 400 : 401
}

function headersOf(cookies: readonly string[]): Headers {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

function json(status: number, body: unknown, cookies: readonly string[] = []): Response {
  const headers = headersOf(cookies)
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify(body), { status, headers })
}

function failed(
  status: number,
  code: HttpErrorCode,
  message: string,
  cookies: readonly string[] = [],
): Response {
  return json(status, { error: { code, message } }, cookies)
}

/** Reads at most {@link MAX_BODY} bytes: a length that is announced is believed only when it is too large. */
async function readJson(request: Request): Promise<{ value: unknown } | { response: Response }> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return { response: failed(415, 'BODY_NOT_JSON', 'Expected a body of application/json.') }
  }
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > MAX_BODY
  const bytes = isTooLarge ? undefined : await readLimited(request.body, MAX_BODY)
  if (!bytes) return { response: failed(413, 'BODY_TOO_LARGE', `Expected at most ${MAX_BODY} bytes.`) }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { response: failed(400, 'BODY_NOT_JSON', 'The body is not JSON in UTF-8.') }
  }
}
