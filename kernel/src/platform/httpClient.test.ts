import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttp } from './http.js'
import { createHttpClient, retryDelay } from './httpClient.js'
import { guard } from './storage.js'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

const anything = guard((_value): _value is unknown => true)
let seen: {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}[] = []
let handler: Handler = (_, response) => response.end('{}')
let base = ''
let stop = async () => {}

beforeEach(async () => {
  seen = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      handler(request, response, seen.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
})

afterEach(() => stop())

const status = (code: number, headers: Record<string, string> = {}, body = '') => {
  const answer: Handler = (_, response) => {
    response.writeHead(code, headers)
    response.end(body)
  }
  return answer
}
/** Answers the statuses in turn, the last one for ever. */
const statuses = (...codes: number[]): Handler => {
  return (request, response, count) =>
    status(codes[Math.min(count, codes.length) - 1] ?? 200, {}, `"${count}"`)(request, response, count)
}

function setUp(delay: (attempt: number) => number = () => 1) {
  const controller = new AbortController()
  const delays: number[] = []
  const client = createHttpClient({
    signal: controller.signal,
    delay(attempt) {
      delays.push(attempt)
      return delay(attempt)
    },
  })
  const request = (options: Partial<Parameters<typeof client.request>[0]> = {}) =>
    client.request({ url: `${base}/prices`, what: 'The price service', schema: anything, ...options })
  return { client, controller, delays, request }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as Record<string, unknown>,
  )

describe('retries', () => {
  it('wait 150 ms, doubling', () => {
    expect([1, 2, 3, 4].map(retryDelay)).toEqual([150, 300, 600, 1_200])
  })

  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'follow the status %i, three times at most',
    async (code) => {
      handler = statuses(code)
      const { request, delays } = setUp()
      expect(await failure(request())).toMatchObject({
        shortMessage: `HTTP status code: ${code}`,
        status: code,
      })
      expect(seen).toHaveLength(4)
      expect(delays).toEqual([1, 2, 3])
    },
  )

  it.each([400, 401, 404, 405, 410, 422, 501])('do not follow the status %i', async (code) => {
    handler = statuses(code)
    expect(await failure(setUp().request())).toMatchObject({ code: 'HTTP_STATUS', status: code })
    expect(seen).toHaveLength(1)
  })

  it('end with the first success', async () => {
    handler = statuses(500, 503, 200)
    expect(await setUp().request()).toBe('3')
    expect(seen).toHaveLength(3)
  })

  it('repeat nothing that changes something, unless told that it is safe', async () => {
    handler = statuses(500)
    await failure(setUp().request({ method: 'POST', body: {} }))
    expect(seen).toHaveLength(1)
    await failure(setUp().request({ method: 'PUT', body: {}, retries: 1 }))
    expect(seen).toHaveLength(3)
  })

  it('send what is deleted once, without a body', async () => {
    handler = statuses(500)
    await failure(setUp().request({ method: 'DELETE' }))
    expect(seen).toMatchObject([{ method: 'DELETE', body: '' }])
  })

  it('follow a connection that breaks', async () => {
    handler = (request, response, count) =>
      count < 3 ? void request.socket.destroy() : void response.end('"here"')
    expect(await setUp().request()).toBe('here')
  })
})

describe('an answer of very many bytes', () => {
  const endless: Handler = (_, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  }

  it.each([
    ['a success', 200],
    ['an error', 500],
  ])('is not read to its end, nor asked for again: %s', async (_, code) => {
    handler = (request, response, count) => {
      response.writeHead(code)
      endless(request, response, count)
    }
    const error = await failure(setUp().request({ format: 'text', byteLimit: 1_000_000 }))
    expect(error['code']).toBe('HTTP_ANSWER_TOO_LARGE')
    expect(String(error['message']).replace(base, 'http://service')).toMatchInlineSnapshot(`
      "The price service answered with more than this page takes.

      URL: http://service/prices
      Expected no more than 1000000 bytes."
    `)
    expect(seen).toHaveLength(1)
  })

  it('may have as many as it is allowed, and 32 MiB unless told', async () => {
    const text = `"${'é'.repeat(499)}"`
    handler = (_, response) => response.end(text)
    const { request } = setUp()
    expect(await request({ byteLimit: 1_000 })).toHaveLength(499)
    expect((await failure(request({ byteLimit: 999 })))['code']).toBe('HTTP_ANSWER_TOO_LARGE')
    handler = endless
    expect((await failure(request()))['code']).toBe('HTTP_ANSWER_TOO_LARGE')
  })
})

describe('Retry-After', () => {
  /** A delay that never ends within the test: the answer comes only when the header decides. */
  const never = () => 10 * 60_000

  it.each([413, 429, 503])('in seconds replaces the delay after %i', async (code) => {
    handler = (request, response, count) =>
      count === 1
        ? status(code, { 'retry-after': '0' })(request, response, count)
        : void response.end('"again"')
    expect(await setUp(never).request()).toBe('again')
  })

  it.each(['1.5', '-1', '+3', 'soon', '1994-11-06'])('that is %s changes nothing', async (value) => {
    const { request, delays } = setUp()
    handler = (asked, response, count) =>
      status(count === 1 ? 429 : 200, count === 1 ? { 'retry-after': value } : {}, '{}')(
        asked,
        response,
        count,
      )
    await request()
    expect(delays).toEqual([1])
  })

  it('as a date replaces the delay too', async () => {
    const at = new Date(Date.now() + 500).toUTCString()
    handler = (request, response, count) =>
      count === 1
        ? status(503, { 'retry-after': at })(request, response, count)
        : void response.end('"again"')
    expect(await setUp(never).request()).toBe('again')
  })

  it('means nothing with another status', async () => {
    handler = (request, response, count) =>
      count === 1
        ? status(500, { 'retry-after': '600' })(request, response, count)
        : void response.end('"again"')
    const { request, delays } = setUp()
    expect(await request()).toBe('again')
    expect(delays).toEqual([1])
  })
})

describe('failures', () => {
  it('carry status, body and the URL without its secrets', async () => {
    handler = status(404, {}, 'no such price')
    const url = `${base}/prices?projectId=secret#part`
    const error = await failure(setUp().request({ url, query: { apiKey: 'hidden' } }))
    expect(error).toMatchObject({
      name: 'HttpStatusError',
      code: 'HTTP_STATUS',
      status: 404,
      url: `${base}/prices`,
      body: 'no such price',
    })
    expect(error['message']).toBe(`HTTP status code: 404\n\nURL: ${base}/prices\nBody: no such price`)
    expect(seen[0]?.url).toBe('/prices?projectId=secret&apiKey=hidden')
  })

  it('shorten a long body', async () => {
    handler = status(400, {}, 'x'.repeat(10_000))
    const error = await failure(setUp().request())
    expect(String(error['message']).length).toBeLessThan(700)
  })

  it('say when the service took too long', async () => {
    handler = () => {}
    const error = await failure(setUp().request({ timeout: 50, url: `${base}/prices?key=secret` }))
    expect(error).toMatchObject({
      code: 'HTTP_TIMEOUT',
      shortMessage: 'The price service took too long to answer. Try again.',
    })
    expect(error['message']).not.toContain('secret')
    expect(seen).toHaveLength(1)
  })

  it('say so too when only the headers came', async () => {
    handler = (_, response) => {
      response.writeHead(200)
      response.write('{"a"')
    }
    expect(await failure(setUp().request({ timeout: 50 }))).toMatchObject({ code: 'HTTP_TIMEOUT' })
  })

  it.each([200, 400, 404, 429, 500, 503])(
    'say so too when the body of the status %i stalls, and share no answer that is past its limit',
    async (code) => {
      const { request } = setUp()
      handler = (_, response) => {
        response.writeHead(code, { 'content-type': 'application/json' })
        response.write('{"a":')
      }
      const slow = { timeout: 700, retries: 0 }
      expect(await failure(request(slow))).toMatchObject({ code: 'HTTP_TIMEOUT' })
      handler = status(200, {}, '"well"')
      expect(await request(slow)).toBe('well')
    },
  )

  it('say when the service cannot be reached, without what the URL hides', async () => {
    await stop()
    for (const url of [`${base}/prices?key=secret`, base.replace('//', '//user:secret@')]) {
      const error = await failure(setUp().request({ url }))
      expect(error).toMatchObject({
        code: 'HTTP_UNREACHABLE',
        shortMessage: 'The price service could not be reached. Check the connection and try again.',
      })
      expect(JSON.stringify([error['message'], error['cause'], error])).not.toContain('secret')
    }
  })

  it('say that an address is no URL, without repeating it', async () => {
    const error = await failure(setUp().request({ url: 'secret' }))
    expect(error).toMatchObject({ code: 'HTTP_URL_INVALID' })
    expect(error['message']).toBe('The price service has an address that is not a URL.')
  })

  it.each(['<html>', '{"a":', 'undefined'])('say that %s is not JSON', async (text) => {
    handler = (_, response) => void response.end(text)
    expect(await failure(setUp().request())).toMatchObject({
      code: 'HTTP_NOT_JSON',
      shortMessage: 'The price service answered with something that is not JSON.',
    })
  })

  it('say what does not fit the schema', async () => {
    handler = (_, response) => void response.end('"text"')
    const schema = guard((value): value is number => typeof value === 'number')
    expect(await failure(setUp().request({ schema }))).toMatchObject({
      code: 'INVALID_DATA',
      shortMessage: 'The price service does not have the expected form.',
    })
  })

  it('end a body that breaks off', async () => {
    handler = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a"')
      setTimeout(() => response.destroy(), 10)
    }
    expect(await failure(setUp().request())).toMatchObject({ code: 'HTTP_UNREACHABLE' })
  })
})

describe('requests', () => {
  it('send JSON, headers and query, and no credentials', async () => {
    handler = (_, response) => void response.end()
    const answer = await setUp().request({
      method: 'POST',
      url: `${base}/send?fixed=1`,
      query: { text: 'a b&c', count: 2, flag: false, none: undefined },
      headers: { authorization: 'Bearer token' },
      body: { to: ['x'] },
    })
    expect(answer).toBeUndefined()
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/send?fixed=1&text=a+b%26c&count=2&flag=false',
      body: '{"to":["x"]}',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    })
    expect(seen[0]?.headers.cookie).toBeUndefined()
  })

  it.each(['POST', 'PUT', 'DELETE'] as const)('send JSON with %s', async (method) => {
    handler = (_, response) => void response.end()
    await setUp().request({ method, body: { to: ['x'] } })
    expect(seen).toMatchObject([
      { method, body: '{"to":["x"]}', headers: { 'content-type': 'application/json' } },
    ])
  })

  it('share one equal read, each with its own schema', async () => {
    const { request } = setUp()
    handler = (_, response) => void response.end('5')
    const text = guard((value): value is string => typeof value === 'string')
    const [first, second, third] = await Promise.allSettled([
      request({ query: { a: 1 } }),
      request({ url: `${base}/prices?a=1` }),
      request({ query: { a: 1 }, schema: text }),
    ])
    expect(seen).toHaveLength(1)
    expect([first, second]).toEqual([
      { status: 'fulfilled', value: 5 },
      { status: 'fulfilled', value: 5 },
    ])
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_DATA' } })
    await request({ query: { a: 1 } })
    expect(seen).toHaveLength(2)
  })

  it('do not share what differs', async () => {
    const { request } = setUp()
    await Promise.all([
      request(),
      request({ headers: { authorization: 'one' } }),
      request({ headers: { authorization: 'two' } }),
      request({ query: { a: 1 } }),
      request({ method: 'POST' }),
      request({ method: 'POST' }),
      request({ signal: new AbortController().signal }),
    ])
    expect(seen).toHaveLength(7)
  })

  it('end when their signal is aborted, and cost no other request anything', async () => {
    const open: ServerResponse[] = []
    handler = (_, response) => void open.push(response)
    const { request } = setUp()
    const controller = new AbortController()
    const mine = request({ signal: controller.signal })
    const theirs = request()
    await vi.waitFor(() => expect(open).toHaveLength(2))
    controller.abort()
    expect(await failure(mine)).toMatchObject({
      code: 'REQUEST_ABORTED',
      shortMessage: 'Request was aborted',
    })
    for (const response of open) response.end('1')
    expect(await theirs).toBe(1)
  })

  it('end while they wait for a retry', async () => {
    handler = statuses(500)
    const { request } = setUp(() => 10 * 60_000)
    const controller = new AbortController()
    const pending = request({ signal: controller.signal })
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    controller.abort()
    expect(await failure(pending)).toMatchObject({ code: 'REQUEST_ABORTED' })
  })

  it('end with the kernel', async () => {
    handler = () => {}
    const { request, controller } = setUp()
    const pending = request()
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    controller.abort()
    expect(await failure(pending)).toMatchObject({ code: 'REQUEST_ABORTED' })
  })
})

describe('createHttp', () => {
  it('loads its client with the first request', async () => {
    handler = (_, response) => void response.end('{"eth":1}')
    const http = createHttp(new AbortController().signal)
    expect(await http.request({ url: base, what: 'The price service', schema: anything })).toEqual({ eth: 1 })
  })
})
