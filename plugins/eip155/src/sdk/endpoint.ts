import { fetchWhole, readRetryAfter } from '@latchkey/kernel/chain'
import { HttpRequestError } from 'viem'
import { getHttpRpcClient } from 'viem/utils'
import { createBatchSender, type RpcBody, type WaitingCall } from './createBatchSender.js'

export interface RpcCall {
  readonly method: string
  readonly params?: unknown
}

/** One JSON-RPC server. */
export interface Endpoint {
  /** Scheme and host: what may be logged. Paths and queries hold keys. */
  readonly origin: string
  request(call: RpcCall): Promise<unknown>
}

export interface EndpointOptions {
  readonly url: string
  /** Milliseconds for one HTTP request. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** Calls in one request at most. Default 1000. */
  readonly size?: number | undefined
  /** Milliseconds that the first call of a batch waits for others. Default 0: those of the same turn. */
  readonly wait?: number | undefined
}

/** Bytes of one answer, for all the calls of a turn. */
const byteLimit = 10 * 1024 * 1024

/** One server, asked for the calls of one turn at once (JSON-RPC 2.0 section 6). */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, timeout, signal, size = 1_000, wait = 0 } = options
  const { origin } = new URL(url)
  const client = getHttpRpcClient(url, {
    timeout,
    // The limit ends with what this settles with: the whole answer, and not its headers. It counts the bytes too.
    fetchFn: (input, init) => fetchWhole(input, init, byteLimit),
    maxResponseBodySize: false,
    fetchOptions: { credentials: 'omit', referrerPolicy: 'strict-origin' },
  })
  let queue: WaitingCall[] = []

  async function post(body: RpcBody): Promise<unknown> {
    signal.throwIfAborted()
    try {
      return await client.request({ body })
    } catch (error) {
      throw withoutSecrets(error, origin)
    }
  }
  const send = createBatchSender({ origin, size, post })

  function flush(): void {
    const batch = queue
    queue = []
    send(batch)
  }

  return {
    origin,
    request: (call) =>
      new Promise((resolve, reject) => {
        if (queue.push({ call, resolve, reject }) > 1) return
        if (wait > 0) setTimeout(flush, wait)
        else queueMicrotask(flush)
      }),
  }
}

/** The most a `Retry-After` is honoured with, in seconds. */
const longestPause = 30

/** `Retry-After` as seconds within bounds, the one form of it that viem reads. */
function withBoundedPause(given: Headers): Headers {
  const headers = new Headers(given)
  const pause = readRetryAfter(headers.get('retry-after'), Date.now())
  if (pause === undefined) headers.delete('retry-after')
  else headers.set('retry-after', String(Math.min(longestPause, Math.ceil(pause / 1_000))))
  return headers
}

/** The same fault, with the server's origin in place of its URL. */
function withoutSecrets(error: unknown, origin: string): unknown {
  if (!(error instanceof HttpRequestError)) return error
  return new HttpRequestError({
    url: origin,
    details: error.details,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.headers === undefined ? {} : { headers: withBoundedPause(error.headers) }),
  })
}
