import { fetchWhole, readRetryAfter } from '@latchkey/kernel/plugin'
import { HttpRequestError, RpcRequestError } from 'viem'
import { getHttpRpcClient } from 'viem/utils'

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
  readonly size?: number
  /** Milliseconds that the first call of a batch waits for others. Default 0: those of the same turn. */
  readonly wait?: number
}

interface Waiting {
  readonly call: RpcCall
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

type Body = Parameters<ReturnType<typeof getHttpRpcClient>['request']>[0]['body']

/** Puts calls together to batches (JSON-RPC 2.0 section 6), and learns how many the server takes at once. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, timeout, signal, size = 1_000, wait = 0 } = options
  const { origin } = new URL(url)
  const client = getHttpRpcClient(url, {
    timeout,
    // The limit ends with what this settles with: the whole answer, and not its headers.
    fetchFn: fetchWhole,
    fetchOptions: { credentials: 'omit', referrerPolicy: 'strict-origin' },
  })
  let queue: Waiting[] = []
  let limit = Math.max(1, size)
  let lastId = 0

  async function post(body: Body): Promise<unknown> {
    signal.throwIfAborted()
    try {
      return await client.request({ body })
    } catch (error) {
      throw withoutSecrets(error, origin)
    }
  }

  const toRequest = ({ call: { method, params } }: Waiting) => {
    lastId += 1
    return { id: lastId, method, ...(params === undefined ? {} : { params }) }
  }

  function settle({ call, resolve, reject }: Waiting, answer: Answer | undefined): void {
    const { error } = answer ?? missingAnswer
    if (error) reject(new RpcRequestError({ body: { ...call }, error, url: origin }))
    else resolve(answer?.result)
  }

  /** Sends one call. Answers the fault of the request as a whole, if it had one. */
  async function sendOne(waiting: Waiting): Promise<{ fault: unknown } | undefined> {
    try {
      settle(waiting, readAnswer(await post(toRequest(waiting))))
    } catch (fault) {
      waiting.reject(fault)
      return { fault }
    }
  }

  async function sendBatch(batch: readonly Waiting[]): Promise<{ fault: unknown } | undefined> {
    const [first] = batch
    if (batch.length === 1 && first) return sendOne(first)
    const requests = batch.map(toRequest)
    let answers: unknown
    try {
      answers = await post(requests)
    } catch (fault) {
      if (!refusesBatch(fault)) return rejectAll(batch, fault)
    }
    // One object for the whole, or nothing: the server takes fewer at once, or one at a time.
    if (!Array.isArray(answers)) return split(batch)
    const byId = new Map(answers.map((answer: unknown) => [String((answer as Answer | null)?.id), answer]))
    for (const [index, waiting] of batch.entries()) {
      settle(waiting, readAnswer(byId.get(String(requests[index]?.id))))
    }
  }

  /** Tries a tenth first, so that a server that is just broken is asked a few times and not once per call. */
  async function split(batch: readonly Waiting[]): Promise<{ fault: unknown } | undefined> {
    limit = Math.min(limit, Math.ceil(batch.length / 10))
    const size = limit
    const failed = await sendBatch(batch.slice(0, size))
    if (failed) return rejectAll(batch.slice(size), failed.fault)
    await Promise.all(chunk(batch.slice(size), limit).map(sendBatch))
  }

  function rejectAll(batch: readonly Waiting[], fault: unknown): { fault: unknown } {
    for (const waiting of batch) waiting.reject(fault)
    return { fault }
  }

  function flush(): void {
    const batch = queue
    queue = []
    for (const part of chunk(batch, limit)) void sendBatch(part)
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

const missingAnswer: Answer = { error: { code: -1, message: 'The server left out the answer to this call.' } }

/** An answer has a result or an error; whatever has neither is none. */
function readAnswer(value: unknown): Answer | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { result, error } = value as Record<string, unknown>
  if (error === undefined || error === null) return 'result' in value ? { result } : undefined
  const { code, message, data } = (typeof error === 'object' ? error : { message: error }) as Record<
    string,
    unknown
  >
  return {
    error: {
      code: typeof code === 'number' ? code : -1,
      message: typeof message === 'string' ? message.slice(0, 2_000) : 'The server gave no reason.',
      ...(data === undefined ? {} : { data }),
    },
  }
}

/** Whether a failed batch may be one that was too large: the server read it and said no. */
function refusesBatch(error: unknown): boolean {
  const status = error instanceof HttpRequestError ? error.status : undefined
  return status !== undefined && [400, 405, 413, 422, 501].includes(status)
}

function chunk<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size))
  return chunks
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
