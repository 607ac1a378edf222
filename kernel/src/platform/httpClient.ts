import ky, { HTTPError, type RetryOptions, TimeoutError } from 'ky'
import { isKernelError } from '../errors/base.js'
import { HttpStatusError } from '../errors/httpStatus.js'
import { NetworkError } from '../errors/network.js'
import { parse } from './parse.js'
import { AnswerTooLargeError, defaultByteLimit, fetchWhole } from './fetchWhole.js'
import type { HttpRequest, HttpService } from './http.js'
import { readRetryAfter } from './readRetryAfter.js'
import { abortedError } from './untilAborted.js'

/** The specification's list. 403 is on it because shared endpoints answer so under load. */
const retriedStatuses = [403, 408, 413, 429, 500, 502, 503, 504]
const baseDelay = 150
const defaultTimeout = 10_000
const defaultRetries = 3
/** The most a `Retry-After` is honoured with, in milliseconds. */
const longestPause = 30_000
const dedupeLimit = 8_192

export interface HttpClientOptions {
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  /** Milliseconds before a retry, counted from 1. Default 150 doubling. */
  readonly delay?: ((attempt: number) => number) | undefined
}

/** 150 ms before the first retry, doubling. */
export function retryDelay(attempt: number): number {
  return baseDelay * 2 ** (attempt - 1)
}

/**
 * The client's limit in time ends with what this settles with, so it is the whole answer. A `Retry-After` that is none is
 * left out, because the client would read it as no pause.
 */
async function fetchOnce(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  byteLimit: number,
): Promise<Response> {
  const response = await fetchWhole(input, init, byteLimit)
  const { status, statusText } = response
  if (readRetryAfter(response.headers.get('retry-after'), Date.now()) !== undefined) return response
  // Copied: what an answer came with may be locked, also in an answer made of it.
  const headers = new Headers(response.headers)
  headers.delete('retry-after')
  return new Response(response.body, { status, statusText, headers })
}

export function createHttpClient({
  signal: kernelSignal,
  delay = retryDelay,
}: HttpClientOptions): HttpService {
  const running = new Map<string, Promise<string>>()

  async function send(request: HttpRequest<unknown>, url: string): Promise<string> {
    const { method = 'GET', format = 'json', timeout = defaultTimeout, body, headers, what } = request
    const { byteLimit = defaultByteLimit } = request
    const signal = AbortSignal.any([kernelSignal, ...(request.signal ? [request.signal] : [])])
    try {
      const response = await ky(url, {
        method,
        ...(body === undefined ? {} : format === 'text' ? { body: String(body) } : { json: body }),
        ...(headers ? { headers } : {}),
        timeout,
        signal,
        fetch: (input, init) => fetchOnce(input, init, byteLimit),
        credentials: request.credentials ?? 'omit',
        keepalive: request.keepalive ?? false,
        retry: retryRules(request, method, delay),
      })
      return await response.text()
    } catch (error) {
      throw await describe(error, { url, what, signal })
    }
  }

  function text(request: HttpRequest<unknown>, url: string): Promise<string> {
    const { method = 'GET', signal, headers = {}, timeout, retries, credentials, byteLimit } = request
    // A request that its caller may abort is not shared.
    if (method !== 'GET' || signal || running.size >= dedupeLimit) return send(request, url)
    const key = JSON.stringify([
      url,
      Object.entries(headers).sort(),
      timeout,
      retries,
      credentials,
      byteLimit,
    ])
    const shared = running.get(key)
    if (shared) return shared
    const own = send(request, url).finally(() => running.delete(key))
    running.set(key, own)
    return own
  }

  return {
    async request<T>(request: HttpRequest<T>): Promise<T> {
      const answer = await text(request, withQuery(request))
      if (request.format === 'text') return parse(request.schema, answer, request.what)
      return parse(request.schema, answer === '' ? undefined : parseJson(answer, request.what), request.what)
    },
  }
}

/** Which failures are tried again, and when. */
function retryRules(request: HttpRequest<unknown>, method: string, delay: (attempt: number) => number) {
  return {
    limit: request.retries ?? (method === 'GET' ? defaultRetries : 0),
    methods: [method.toLowerCase() as 'get'],
    statusCodes: retriedStatuses,
    afterStatusCodes: [413, 429, 503],
    maxRetryAfter: longestPause,
    delay,
    // What was too large once is so again.
    shouldRetry: ({ error }) => (tooLargeOf(error) ? false : isBareTooLarge(error) || undefined),
  } satisfies RetryOptions
}

function withQuery({ url, query, what }: HttpRequest<unknown>): string {
  if (!URL.canParse(url)) {
    throw new NetworkError(`${what} has an address that is not a URL.`, {
      code: 'HTTP_URL_INVALID',
      parameters: { what },
    })
  }
  const target = new URL(url)
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) target.searchParams.set(name, String(value))
  }
  return target.href
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new NetworkError(`${what} answered with something that is not JSON.`, {
      code: 'HTTP_NOT_JSON',
      parameters: { what },
      cause,
    })
  }
}

/** Without user, password and query: they may hold keys. */
function cleanUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** The client repeats 413 only with a `Retry-After`; the specification repeats it in any case. */
function isBareTooLarge(error: unknown): boolean {
  if (!(error instanceof HTTPError)) return false
  return error.response.status === 413 && !error.response.headers.has('retry-after')
}

/** The client may wrap what the request ended with. */
function tooLargeOf(error: unknown): AnswerTooLargeError | undefined {
  const found = [error, (error as { cause?: unknown } | null)?.cause]
  return found.find((one) => one instanceof AnswerTooLargeError)
}

interface Sent {
  readonly url: string
  readonly what: string
  readonly signal: AbortSignal
}

async function describe(error: unknown, { url, what, signal }: Sent): Promise<Error> {
  if (isKernelError(error)) return error
  if (signal.aborted) return abortedError(signal)
  const metaMessages = [`URL: ${cleanUrl(url)}`]
  if (error instanceof HTTPError) {
    const body = await error.response.text().catch(() => '')
    return new HttpStatusError(error.response.status, cleanUrl(url), body)
  }
  const large = tooLargeOf(error)
  if (large) {
    return new NetworkError(`${what} answered with more than this page takes.`, {
      code: 'HTTP_ANSWER_TOO_LARGE',
      parameters: { what },
      metaMessages: [...metaMessages, `Expected no more than ${large.byteLimit} bytes.`],
    })
  }
  if (error instanceof TimeoutError) {
    return new NetworkError(`${what} took too long to answer. Try again.`, {
      code: 'HTTP_TIMEOUT',
      parameters: { what },
      metaMessages,
    })
  }
  // Without the cause, whose message may hold the whole URL.
  const reason = (error as { cause?: { code?: unknown } } | null)?.cause?.code
  return new NetworkError(`${what} could not be reached. Check the connection and try again.`, {
    code: 'HTTP_UNREACHABLE',
    parameters: { what },
    metaMessages: [...metaMessages, ...(typeof reason === 'string' ? [`Reason: ${reason}`] : [])],
  })
}
