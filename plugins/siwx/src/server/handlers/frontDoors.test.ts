// Each row of docs/sign-in-requests.md, behind each server: what browsers, proxies and frameworks make of a request.
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMessage } from '../../message/createMessage.js'
import { eip155Profile } from '../../message/profiles.js'
import { evmSigner } from '../../testing/signers.js'
import { createVerifier } from '../createVerifier.js'
import { eip155 } from '../eip155/eip155.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { createSessions } from '../sessions/createSessions.js'
import { memorySessions } from '../sessions/memorySessions.js'
import { createHandlers } from './createHandlers.js'
import { nodeHandler } from './nodeHandler.js'

const origin = 'https://app.example'
const signer = evmSigner(60)
const accountId = `eip155:1:${signer.address}`
const cookieName = '__Host-siwx'

const verifier = createVerifier({
  domain: 'app.example',
  verifiers: [eip155()],
  nonces: memoryNonces(),
})
const sessions = createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)] })
const handlers = createHandlers({ verifier, sessions, origins: [origin], rateLimit: false })
const handle = nodeHandler(handlers.handle)

const bare: RequestListener = (request, response) => {
  handle(request, response).catch(() => response.writeHead(500).end())
}
const hono = new Hono().all('/api/siwx/*', (context) => handlers.handle(context.req.raw))
const doors = {
  http: createServer(bare),
  Express: createServer(express().use('/api/siwx', handle)),
  Hono: createServer(getRequestListener(hono.fetch)),
  'Express that parses JSON': createServer(express().use(express.json()).use('/api/siwx', handle)),
  'Express that parses text': createServer(
    express()
      .use(express.text({ type: '*/*' }))
      .use('/api/siwx', handle),
  ),
  'Express that parses bytes': createServer(
    express()
      .use(express.raw({ type: '*/*' }))
      .use('/api/siwx', handle),
  ),
  // What the parsers of Express 4 do with a body of a kind that they don't parse.
  'Express 4 that parses forms': createServer(
    express()
      .use((request, _response, next) => {
        request.body = {}
        next()
      })
      .use('/api/siwx', handle),
  ),
  'Express that sets cookies itself': createServer(
    express()
      .use((_request, response, next) => {
        response.setHeader('set-cookie', ['theme=dark', 'lang=en'])
        next()
      })
      .use('/api/siwx', handle),
  ),
}

type Door = keyof typeof doors
const everyDoor = Object.keys(doors) as Door[]

const listen = (server: Server | Http2Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
const portOf = (server: Server | Http2Server) => (server.address() as AddressInfo).port

beforeAll(() => Promise.all(Object.values(doors).map(listen)))
afterAll(() => Promise.all(Object.values(doors).map((one) => new Promise((resolve) => one.close(resolve)))))

interface Answer {
  readonly status: number
  /** As sent: names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

/** Sends these bytes: a client library would put the headers in order. */
function send(door: Door, line: string, headers: readonly string[], body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const head = [`${line} HTTP/1.0`, 'Host: inner.example', ...headers]
    if (body) head.push(`Content-Length: ${Buffer.byteLength(body)}`)
    const chunks: Buffer[] = []
    const socket = connect(portOf(doors[door]), '127.0.0.1', () => {
      socket.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'))
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(read(Buffer.concat(chunks).toString('latin1'))))
  })
}

function read(answer: string): Answer {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const at = line.indexOf(':')
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
  })
  return { status: Number(first.split(' ')[1]), headers, text: answer.slice(end + 4) }
}

const headerOf = ({ headers }: Answer, name: string) =>
  headers.filter(([given]) => given === name).map(([, value]) => value)
const codeOf = ({ status, text }: Answer) => `${status} ${text && (JSON.parse(text).error?.code ?? '')}`

async function newToken(): Promise<string> {
  return (await sessions.start([accountId])).token
}

const me = (door: Door, headers: readonly string[], line = 'GET /api/siwx/me') => send(door, line, headers)

async function expectSignedIn(door: Door, headers: readonly string[]): Promise<void> {
  const answer = await me(door, headers)
  expect([door, answer.status, answer.text]).toEqual([door, 200, expect.stringContaining(accountId)])
}

const json = [`Origin: ${origin}`, 'Content-Type: application/json; charset=UTF-8']

/** Signs in from the nonce on, and gives the last answer. */
async function signIn(door: Door, extra: readonly string[] = []): Promise<Answer> {
  const asked = await send(door, 'POST /api/siwx/nonce', [...json, ...extra])
  const cookies = headerOf(asked, 'set-cookie').map((cookie) => cookie.split(';')[0])
  const message = createMessage(
    {
      domain: 'app.example',
      accountAddress: signer.address,
      uri: `${origin}/`,
      version: '1',
      chainId: 'eip155:1',
      nonce: JSON.parse(asked.text).nonce,
      issuedAt: new Date().toISOString(),
    },
    eip155Profile,
  )
  const body = JSON.stringify({ message, signature: signer.sign(message) })
  const cookie = `Cookie: ${cookies.join('; ')}`
  return send(door, 'POST /api/siwx/authenticate', [...json, ...extra, cookie], body)
}

const forEachDoor = async (run: (door: Door) => Promise<void>) => {
  for (const door of everyDoor) await run(door)
}

const rows: Readonly<Record<string, () => Promise<void>>> = {
  'Two cookies of one name': () =>
    forEachDoor(async (door) => {
      const token = await newToken()
      await expectSignedIn(door, [`Cookie: ${cookieName}=of-another-app; ${cookieName}=${token}`])
      await expectSignedIn(door, [`Cookie: ${cookieName}=${token}; ${cookieName}=of-another-app`])
      const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      expect(codeOf(await me(door, [`Cookie: ${cookieName}=${forged}`]))).toBe('401 SESSION_MALFORMED')
    }),
  'Other cookies around ours': () =>
    forEachDoor(async (door) => {
      const token = await newToken()
      const others = `a=b=c; ${cookieName}2=x; x${cookieName}=y; ; novalue; siwx=z`
      await expectSignedIn(door, [`Cookie: ${others}; ${cookieName}=${token}; last=1`])
      await expectSignedIn(door, [`Cookie:${cookieName}=${token};${others}`])
    }),
  'Quoted values': () =>
    forEachDoor(async (door) => {
      await expectSignedIn(door, [`Cookie: ${cookieName}="${await newToken()}"; other="a"`])
    }),
  'Several Cookie headers': () =>
    forEachDoor(async (door) => {
      await expectSignedIn(door, ['Cookie: a=1', `Cookie: ${cookieName}=${await newToken()}`, 'Cookie: b=2'])
    }),
  'Names of headers in another case': () =>
    forEachDoor(async (door) => {
      await expectSignedIn(door, [`COOKIE: ${cookieName}=${await newToken()}`])
    }),
  'A no-break space before the name': () =>
    forEachDoor(async (door) => {
      const token = await newToken()
      for (const space of ['\u00a0', '\u0085', '\u00c2\u00a0', '\u00e2\u0080\u0080']) {
        const cookies = [`${space}${cookieName}=${token}`, `${cookieName}${space}=${token}`]
        for (const cookie of cookies) {
          expect([door, codeOf(await me(door, [`Cookie: ${cookie}`]))]).toEqual([door, '401 NOT_SIGNED_IN'])
        }
      }
    }),
  'A cookie inside another one': () =>
    forEachDoor(async (door) => {
      const token = await newToken()
      for (const cookie of [`a=b, ${cookieName}=${token}`, `a=${cookieName}=${token}`]) {
        expect([door, codeOf(await me(door, [`Cookie: ${cookie}`]))]).toEqual([door, '401 NOT_SIGNED_IN'])
      }
    }),
  'A value cut short': () =>
    forEachDoor(async (door) => {
      const answer = await me(door, [`Cookie: ${cookieName}=${(await newToken()).slice(0, 40)}`])
      expect(codeOf(answer)).toBe('401 SESSION_MALFORMED')
      expect(headerOf(answer, 'set-cookie').join()).toContain(`${cookieName}=; Max-Age=0; Path=/`)
    }),
  'HTTP/2': async () => {
    const server = createHttp2Server((request, response) => {
      handle(request, response).catch(() => response.writeHead(500).end())
    })
    await listen(server)
    const client = connectHttp2(`http://127.0.0.1:${portOf(server)}`)
    try {
      const cookie = ['a=1', `${cookieName}=${await newToken()}`] as unknown as string
      const stream = client.request({ ':path': '/api/siwx/me', cookie })
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      expect(Buffer.concat(chunks).toString()).toContain(accountId)
    } finally {
      client.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  },
  'A body that was read before': () =>
    forEachDoor(async (door) => {
      expect([door, (await signIn(door)).status]).toEqual([door, 200])
    }),
  'A slash at the end, and a query': () =>
    forEachDoor(async (door) => {
      const cookie = `Cookie: ${cookieName}=${await newToken()}`
      for (const path of ['me/', 'me?from=next', 'me/?from=next']) {
        expect([door, path, (await me(door, [cookie], `GET /api/siwx/${path}`)).status]).toEqual([
          door,
          path,
          200,
        ])
      }
      expect((await me(door, [cookie], 'GET /api/siwx/me//')).status).toBe(404)
    }),
  HEAD: () =>
    forEachDoor(async (door) => {
      const cookie = `Cookie: ${cookieName}=${await newToken()}`
      const answer = await me(door, [cookie], 'HEAD /api/siwx/me')
      expect([door, answer.status, answer.text]).toEqual([door, 200, ''])
      expect((await me(door, [], 'HEAD /api/siwx/me')).status).toBe(401)
      expect((await send(door, 'HEAD /api/siwx/nonce', [])).status).toBe(405)
    }),
  'OPTIONS and other methods': () =>
    forEachDoor(async (door) => {
      for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
        const got = await send(door, `${method} /api/siwx/me`, json)
        expect([door, got.status, headerOf(got, 'allow')]).toEqual([door, 405, ['GET, HEAD']])
        const posted = await send(door, `${method} /api/siwx/nonce`, json)
        expect([door, posted.status, headerOf(posted, 'allow')]).toEqual([door, 405, ['POST']])
        expect(headerOf(posted, 'access-control-allow-origin')).toEqual([])
      }
    }),
  'X-Forwarded-Proto and X-Forwarded-Host': () =>
    forEachDoor(async (door) => {
      for (const forwarded of ['http', 'https', 'https, http', 'javascript']) {
        const extra = [`X-Forwarded-Proto: ${forwarded}`, 'X-Forwarded-Host: evil.example']
        const signedIn = await signIn(door, extra)
        expect([door, signedIn.status]).toEqual([door, 200])
        expect(headerOf(signedIn, 'set-cookie').join()).toMatch(/__Host-siwx=.*; SameSite=Lax; Secure$/)
      }
    }),
  'An Origin taken away or doubled': () =>
    forEachDoor(async (door) => {
      const refused = '403 ORIGIN_NOT_ALLOWED'
      expect(codeOf(await send(door, 'POST /api/siwx/nonce', []))).toBe(refused)
      const doubled = [`Origin: ${origin}`, 'Origin: https://evil.example']
      expect(codeOf(await send(door, 'POST /api/siwx/nonce', doubled))).toBe(refused)
      expect(codeOf(await send(door, 'POST /api/siwx/nonce', [...doubled].reverse()))).toBe(refused)
      expect(codeOf(await send(door, 'POST /api/siwx/nonce', ['Origin: null']))).toBe(refused)
    }),
  'Several Set-Cookie': () =>
    forEachDoor(async (door) => {
      const asked = await send(door, 'POST /api/siwx/nonce', json)
      const answers = [asked, await signIn(door)]
      const others = door === 'Express that sets cookies itself' ? ['theme=dark', 'lang=en'] : []
      for (const answer of answers) {
        const cookies = headerOf(answer, 'set-cookie')
        expect([door, cookies.slice(0, -1)]).toEqual([door, others])
        expect(cookies.at(-1)).toMatch(/^__Host-siwx/)
      }
    }),
  'A cache between': () =>
    forEachDoor(async (door) => {
      for (const answer of [await me(door, []), await signIn(door)]) {
        expect([door, headerOf(answer, 'cache-control')]).toEqual([door, ['no-store']])
      }
    }),
}

describe('sign-in behind http, Express and Hono', () => {
  it.each(Object.entries(rows))('%s', (_name, run) => run())

  it('has a test for each row of the table', () => {
    const page = readFileSync(new URL('../../../../../docs/sign-in-requests.md', import.meta.url), 'utf8')
    const named = [...page.matchAll(/^\| (?!-|Change)(.+?) +\|/gm)].map(([, name]) => name)
    expect(named).toEqual(Object.keys(rows))
  })
})
