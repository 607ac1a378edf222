import { connect } from 'node:net'
import { expect } from 'vitest'
import { createMessage } from '../message/createMessage.js'
import { eip155Profile } from '../message/profiles.js'
import { evmSigner } from './signers.js'

/** A server that hands requests to the handlers of `./server`, at `/api/siwx`. */
export interface FrontDoor {
  readonly name: string
  port(): number
  /** Starts a session of {@link frontDoorAccount} with the server's own keys. */
  newToken(): Promise<string>
  /** Cookies that the server sets before the handlers do. Default none. */
  readonly setsCookies?: readonly string[]
  /** Whether several Cookie headers become one with commas, in which nobody can tell a cookie from a part of a value. */
  readonly joinsCookies?: boolean
  /** Whether the server itself answers OPTIONS and methods that it has no handler for, and sends paths with a slash elsewhere. */
  readonly hasRouter?: boolean
}

/** The origin that every server is set up with. */
export const frontDoorOrigin = 'https://app.example'
const origin = frontDoorOrigin
const signer = evmSigner(60)
export const frontDoorAccount = `eip155:1:${signer.address}` as const
const accountId = frontDoorAccount
const cookieName = '__Host-siwx'

interface Answer {
  readonly status: number
  /** As sent: names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

/** Sends these bytes: a client library would put the headers in order. */
function send(door: FrontDoor, line: string, headers: readonly string[], body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const head = [`${line} HTTP/1.0`, 'Host: inner.example', ...headers]
    if (body) head.push(`Content-Length: ${Buffer.byteLength(body)}`)
    const chunks: Buffer[] = []
    const socket = connect(door.port(), '127.0.0.1', () => {
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

const me = (door: FrontDoor, headers: readonly string[], line = 'GET /api/siwx/me') =>
  send(door, line, headers)

async function expectSignedIn(door: FrontDoor, headers: readonly string[]): Promise<void> {
  const answer = await me(door, headers)
  expect([door.name, answer.status, answer.text]).toEqual([
    door.name,
    200,
    expect.stringContaining(accountId),
  ])
}

const json = [`Origin: ${origin}`, 'Content-Type: application/json; charset=UTF-8']

/** Signs in from the nonce on, and gives the last answer. */
async function signIn(door: FrontDoor, extra: readonly string[] = []): Promise<Answer> {
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

/** Each row of the table by its name: what is held behind one door. */
export const frontDoorRows: Readonly<Record<string, (door: FrontDoor) => Promise<void>>> = {
  'Two cookies of one name': async (door) => {
    const token = await door.newToken()
    await expectSignedIn(door, [`Cookie: ${cookieName}=of-another-app; ${cookieName}=${token}`])
    await expectSignedIn(door, [`Cookie: ${cookieName}=${token}; ${cookieName}=of-another-app`])
    const forged = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(codeOf(await me(door, [`Cookie: ${cookieName}=${forged}`]))).toBe('401 SESSION_MALFORMED')
  },
  'Other cookies around ours': async (door) => {
    const token = await door.newToken()
    const others = `a=b=c; ${cookieName}2=x; x${cookieName}=y; ; novalue; siwx=z`
    await expectSignedIn(door, [`Cookie: ${others}; ${cookieName}=${token}; last=1`])
    await expectSignedIn(door, [`Cookie:${cookieName}=${token};${others}`])
  },
  'Quoted values': async (door) => {
    await expectSignedIn(door, [`Cookie: ${cookieName}="${await door.newToken()}"; other="a"`])
  },
  'Several Cookie headers': async (door) => {
    const cookies = ['Cookie: a=1', `Cookie: ${cookieName}=${await door.newToken()}`, 'Cookie: b=2']
    if (door.joinsCookies) expect(codeOf(await me(door, cookies))).toBe('401 NOT_SIGNED_IN')
    else await expectSignedIn(door, cookies)
  },
  'Names of headers in another case': async (door) => {
    await expectSignedIn(door, [`COOKIE: ${cookieName}=${await door.newToken()}`])
  },
  'A no-break space before the name': async (door) => {
    const token = await door.newToken()
    for (const space of ['\u00a0', '\u0085', '\u00c2\u00a0', '\u00e2\u0080\u0080']) {
      const cookies = [`${space}${cookieName}=${token}`, `${cookieName}${space}=${token}`]
      for (const cookie of cookies) {
        expect([door.name, codeOf(await me(door, [`Cookie: ${cookie}`]))]).toEqual([
          door.name,
          '401 NOT_SIGNED_IN',
        ])
      }
    }
  },
  'A cookie inside another one': async (door) => {
    const token = await door.newToken()
    for (const cookie of [`a=b, ${cookieName}=${token}`, `a=${cookieName}=${token}`]) {
      expect([door.name, codeOf(await me(door, [`Cookie: ${cookie}`]))]).toEqual([
        door.name,
        '401 NOT_SIGNED_IN',
      ])
    }
  },
  'A value cut short': async (door) => {
    const answer = await me(door, [`Cookie: ${cookieName}=${(await door.newToken()).slice(0, 40)}`])
    expect(codeOf(answer)).toBe('401 SESSION_MALFORMED')
    expect(headerOf(answer, 'set-cookie').join()).toContain(`${cookieName}=; Max-Age=0; Path=/`)
  },
  'A body that was read before': async (door) => {
    expect([door.name, (await signIn(door)).status]).toEqual([door.name, 200])
  },
  'A slash at the end, and a query': async (door) => {
    const cookie = `Cookie: ${cookieName}=${await door.newToken()}`
    for (const path of ['me/', 'me?from=next', 'me/?from=next']) {
      const answer = await me(door, [cookie], `GET /api/siwx/${path}`)
      const isMoved = door.hasRouter === true && path.startsWith('me/')
      expect([door.name, path, answer.status]).toEqual([door.name, path, isMoved ? 308 : 200])
      if (isMoved) expect(headerOf(answer, 'location')).toEqual([`/api/siwx/${path.replace('/', '')}`])
    }
    if (!door.hasRouter) expect((await me(door, [cookie], 'GET /api/siwx/me//')).status).toBe(404)
  },
  HEAD: async (door) => {
    const cookie = `Cookie: ${cookieName}=${await door.newToken()}`
    const answer = await me(door, [cookie], 'HEAD /api/siwx/me')
    expect([door.name, answer.status, answer.text]).toEqual([door.name, 200, ''])
    expect((await me(door, [], 'HEAD /api/siwx/me')).status).toBe(401)
    expect((await send(door, 'HEAD /api/siwx/nonce', [])).status).toBe(405)
  },
  'OPTIONS and other methods': async (door) => {
    for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
      for (const [path, allow] of [
        ['me', 'GET, HEAD'],
        ['nonce', 'POST'],
      ]) {
        const answer = await send(door, `${method} /api/siwx/${path}`, json)
        const expected = door.hasRouter ? [method === 'OPTIONS' ? 204 : 405] : [405, allow]
        const [allowed] = headerOf(answer, 'allow')
        expect([door.name, answer.status, ...(door.hasRouter ? [] : [allowed])]).toEqual([
          door.name,
          ...expected,
        ])
        expect(answer.headers.filter(([name]) => name.startsWith('access-control-'))).toEqual([])
      }
    }
  },
  'X-Forwarded-Proto and X-Forwarded-Host': async (door) => {
    for (const forwarded of ['http', 'https', 'https, http', 'javascript']) {
      const extra = [`X-Forwarded-Proto: ${forwarded}`, 'X-Forwarded-Host: evil.example']
      const signedIn = await signIn(door, extra)
      expect([door.name, signedIn.status]).toEqual([door.name, 200])
      expect(headerOf(signedIn, 'set-cookie').join()).toMatch(/__Host-siwx=.*; SameSite=Lax; Secure$/)
    }
  },
  'An Origin taken away or doubled': async (door) => {
    const refused = '403 ORIGIN_NOT_ALLOWED'
    expect(codeOf(await send(door, 'POST /api/siwx/nonce', []))).toBe(refused)
    const doubled = [`Origin: ${origin}`, 'Origin: https://evil.example']
    expect(codeOf(await send(door, 'POST /api/siwx/nonce', doubled))).toBe(refused)
    expect(codeOf(await send(door, 'POST /api/siwx/nonce', [...doubled].reverse()))).toBe(refused)
    expect(codeOf(await send(door, 'POST /api/siwx/nonce', ['Origin: null']))).toBe(refused)
  },
  'Several Set-Cookie': async (door) => {
    const asked = await send(door, 'POST /api/siwx/nonce', json)
    const answers = [asked, await signIn(door)]
    const others = door.setsCookies ?? []
    for (const answer of answers) {
      const cookies = headerOf(answer, 'set-cookie')
      expect([door.name, cookies.slice(0, -1)]).toEqual([door.name, others])
      expect(cookies.at(-1)).toMatch(/^__Host-siwx/)
    }
  },
  'A cache between': async (door) => {
    for (const answer of [await me(door, []), await signIn(door)]) {
      expect([door.name, headerOf(answer, 'cache-control')]).toEqual([door.name, ['no-store']])
    }
  },
}
