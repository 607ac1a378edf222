// Each row of docs/sign-in-requests.md, behind each server: what browsers, proxies and frameworks make of a request.
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FrontDoor,
  frontDoorAccount,
  frontDoorOrigin,
  frontDoorRows,
} from '../../testing/frontDoorRows.js'
import { type Workerd, startWorkerd } from '../../testing/startWorkerd.js'
import { createVerifier } from '../createVerifier.js'
import { eip155 } from '../eip155/eip155.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { createSessions } from '../sessions/createSessions.js'
import { memorySessions } from '../sessions/memorySessions.js'
import { createHandlers } from './createHandlers.js'
import { nodeHandler } from './nodeHandler.js'

const verifier = createVerifier({
  domain: 'app.example',
  verifiers: [eip155()],
  nonces: memoryNonces(),
})
const sessions = createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)] })
const handlers = createHandlers({ verifier, sessions, origins: [frontDoorOrigin], rateLimit: false })
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

const listen = (server: Server | Http2Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
const portOf = (server: Server | Http2Server) => (server.address() as AddressInfo).port

beforeAll(async () => {
  await Promise.all(Object.values(doors).map(listen))
  workerd = await startWorkerd()
})
afterAll(async () => {
  await Promise.all(Object.values(doors).map((one) => new Promise((resolve) => one.close(resolve))))
  await workerd?.stop()
})

const newToken = async () => (await sessions.start([frontDoorAccount])).token
let workerd: Workerd | undefined
const inWorkerd = () => {
  if (!workerd) throw new Error('workerd was not started.')
  return workerd
}
const everyDoor: readonly FrontDoor[] = [
  ...Object.entries(doors).map(([name, server]) => {
    const setsCookies = name === 'Express that sets cookies itself' ? ['theme=dark', 'lang=en'] : []
    return { name, port: () => portOf(server), newToken, setsCookies }
  }),
  {
    name: 'workerd',
    port: () => inWorkerd().port,
    newToken: () => inWorkerd().newToken(),
    joinsCookies: true,
  },
]

describe('sign-in behind http, Express, Hono and workerd', () => {
  const rows = Object.keys(frontDoorRows)
  it.each(rows.flatMap((row) => everyDoor.map((door) => [row, door.name, door] as const)))(
    '%s, behind %s',
    (row, _name, door) => frontDoorRows[row]?.(door),
  )

  it('HTTP/2', async () => {
    const server = createHttp2Server((request, response) => {
      handle(request, response).catch(() => response.writeHead(500).end())
    })
    await listen(server)
    const client = connectHttp2(`http://127.0.0.1:${portOf(server)}`)
    try {
      const cookie = ['a=1', `${'__Host-siwx'}=${await newToken()}`] as unknown as string
      const stream = client.request({ ':path': '/api/siwx/me', cookie })
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      expect(Buffer.concat(chunks).toString()).toContain(frontDoorAccount)
    } finally {
      client.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })

  it('has a test for each row of the table', () => {
    const page = readFileSync(new URL('../../../../../docs/sign-in-requests.md', import.meta.url), 'utf8')
    const named = [...page.matchAll(/^\| (?!-|Change)(.+?) +\|/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual([...rows, 'HTTP/2'].sort())
  })
})
