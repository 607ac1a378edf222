import type { FetchHandler } from './createHandlers.js'

/** The parts of Node's IncomingMessage that are used; Express's Request has them too. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express: the path before a mounted router cut it. */
  readonly originalUrl?: string | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Express with a body parser: the body that was already read, as an object, text or bytes. */
  readonly body?: unknown
  /** Whether anybody has begun to read the body. */
  readonly readableDidRead?: boolean
}

/** The parts of Node's ServerResponse that are used. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string | readonly string[]): unknown
  getHeader?(name: string): number | string | readonly string[] | undefined
  end(body?: string | Uint8Array): unknown
}

/**
 * Serves a Fetch handler from Node's http server or as an Express handler. Faults go to `next` when there is one
 * (Express); else the promise rejects, and the caller answers: `nodeHandler(handle)(req, res).catch(answer500)`.
 */
export function nodeHandler(handle: FetchHandler) {
  return async (
    request: NodeRequest,
    response: NodeResponse,
    next?: (error: unknown) => void,
  ): Promise<void> => {
    try {
      const asked = readRequest(request)
      await write(asked instanceof Response ? asked : await handle(asked), response)
    } catch (error) {
      if (!next) throw error
      next(error)
    }
  }
}

/** Methods that the Fetch API cannot express. */
const UNKNOWN_METHODS = ['CONNECT', 'TRACE', 'TRACK']

function readRequest(request: NodeRequest): Request | Response {
  const url = request.originalUrl ?? request.url ?? '/'
  if (UNKNOWN_METHODS.includes(request.method ?? '')) return new Response(null, { status: 405 })
  if (!URL.canParse(url, BASE)) return new Response(null, { status: 400 })
  return toRequest(request, new URL(url, BASE))
}

/** Only the path is looked at; a request's own host is not believed. */
const BASE = 'http://localhost'

function toRequest(request: NodeRequest, url: URL): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':')) continue
    headers.set(
      name,
      typeof value === 'string' ? value : value.join(name.toLowerCase() === 'cookie' ? '; ' : ', '),
    )
  }
  const method = request.method ?? 'GET'
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  if (isRead(request)) {
    headers.delete('content-length')
    return new Request(url, { method, headers, body: textOf(request.body) })
  }
  return new Request(url, { method, headers, body: toStream(request), duplex: 'half' } as RequestInit)
}

/** A parser of Express 4 leaves an empty object for bodies of another kind, and these unread. */
function isRead({ body, readableDidRead }: NodeRequest): boolean {
  if (body === undefined) return false
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0
  return !(isEmpty && readableDidRead === false)
}

/** `express.text()` and `express.raw()` leave what was sent, `express.json()` what it says. */
function textOf(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function toStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

async function write(answer: Response, response: NodeResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', [...cookiesBefore(response), ...cookies])
  response.end(new Uint8Array(await answer.arrayBuffer()))
}

/** Cookies that another handler has set on this answer. */
function cookiesBefore(response: NodeResponse): readonly string[] {
  const before = response.getHeader?.('set-cookie') ?? []
  return Array.isArray(before) ? before : [String(before)]
}
