import { lazy } from './lazy.js'
import type { Schema } from './parse.js'
import { token } from '../keys/token.js'

export interface HttpRequest<T> {
  readonly url: string
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Added to the URL; `undefined` entries are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON, or as it is when `format` is `text`. */
  readonly body?: unknown
  /** What is sent and answered: `json`, the default, or plain text, which `schema` then reads as a string. */
  readonly format?: 'json' | 'text'
  readonly headers?: Readonly<Record<string, string>>
  /** What the answer must look like. An empty answer is `undefined`. */
  readonly schema: Schema<T>
  /** Names the service in errors: 'The price service'. */
  readonly what: string
  /** Milliseconds for one attempt. Default 10 s. */
  readonly timeout?: number
  /**
   * Attempts after the first. Default 3 for requests that only read, 0 for the others: a request that changes
   * something is repeated only by a caller that knows that this is safe.
   */
  readonly retries?: number
  /** Bytes the answer may have, decompressed. It is not read any further. Default 32 MiB. */
  readonly byteLimit?: number
  /** Sends and keeps cookies, for a backend of the host's own. Default `omit`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include'
  /** Lets the request go on when the page is left. A browser takes 64 kB of such bodies at a time. Default false. */
  readonly keepalive?: boolean
  readonly signal?: AbortSignal
}

/**
 * JSON, or text, over HTTP: retries from 150 ms doubling, Retry-After, timeout 10 s, and one request for equal reads at a time.
 */
export interface HttpService {
  /**
   * @throws HttpStatusError `HTTP_STATUS`, "HTTP status code: {status}", when the status is not a success;
   *   NetworkError `HTTP_TIMEOUT`, `HTTP_UNREACHABLE` or `HTTP_ANSWER_TOO_LARGE`; BaseError `INVALID_DATA` when the answer does not fit.
   */
  request<T>(request: HttpRequest<T>): Promise<T>
  /** Loads the client, for callers that send while the page is being left, when nothing can be loaded any more. */
  ready?(): Promise<unknown>
}

export const Http = token<HttpService>('latchkey.http')

/** The service itself is small; its client is loaded with the first request. */
export function createHttp(signal: AbortSignal): HttpService {
  const client = lazy('The HTTP client', async () => {
    const { createHttpClient } = await import('./httpClient.js')
    return createHttpClient({ signal })
  })
  return { ready: client, request: async (request) => (await client()).request(request) }
}
