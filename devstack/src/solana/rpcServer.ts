import { createServer, type Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { DevstackError } from '../devstackError.js'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { BodyTooLargeError, readBody } from '../http/readBody.js'
import { answerJsonRpc } from './jsonRpc.js'
import type { Ledger } from './ledger/ledger.js'
import type { RpcMethod } from './rpcContext.js'
import { createSubscriptions } from './subscriptions.js'

/** A listening JSON-RPC server. */
export interface RpcServer {
  readonly url: string
  readonly webSocketUrl: string
  stop(): Promise<void>
}

/** What {@link startRpcServer} serves. */
export interface RpcServerOptions {
  readonly ledger: Ledger
  readonly methods: Readonly<Record<string, RpcMethod>>
  /** Port of HTTP; the WebSocket takes this one and the next. 0 takes a free pair. */
  readonly port: number
}

const pairAttempts = 50

/**
 * Serves JSON-RPC over HTTP and WebSocket. web3.js opens its WebSocket on the HTTP port + 1, as a validator
 * serves it; other clients upgrade on the HTTP port itself, so both work.
 */
export async function startRpcServer({ ledger, methods, port }: RpcServerOptions): Promise<RpcServer> {
  const http = createHttpServer(methods)
  const socketOnly = createServer((_, response) => {
    response
      .writeHead(426, { ...crossOriginHeaders, upgrade: 'websocket' })
      .end('This port speaks WebSocket only.')
  })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4_000_000 })
  sockets.on('connection', (socket) => serveSocket(socket, ledger, methods))
  for (const server of [http, socketOnly]) {
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    })
  }
  const bound = await listenOnPair(http, socketOnly, port)
  return {
    url: `http://127.0.0.1:${bound}`,
    webSocketUrl: `ws://127.0.0.1:${bound + 1}`,
    async stop() {
      await Promise.all([...sockets.clients].map(endSocket))
      sockets.close()
      await Promise.all([close(http), close(socketOnly)])
    },
  }
}

/** Ends as a node that is stopped does. After any other end web3.js calls again each second, for as long as its process lives. */
function endSocket(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => socket.terminate(), 1_000)
    socket.once('close', () => {
      clearTimeout(late)
      resolve()
    })
    socket.close(1000)
  })
}

function createHttpServer(methods: Readonly<Record<string, RpcMethod>>): Server {
  return createServer(async (request, response) => {
    if (answerPreflight(request, response)) return
    const headers = { ...crossOriginHeaders, 'content-type': 'application/json' }
    if (request.method !== 'POST') {
      response.writeHead(405, { ...crossOriginHeaders, allow: 'POST, OPTIONS' }).end()
      return
    }
    try {
      const answer = answerJsonRpc(await readBody(request), (name) => find(methods, name))
      if (answer === undefined) response.writeHead(204, crossOriginHeaders).end()
      else response.writeHead(200, headers).end(JSON.stringify(answer))
    } catch (error) {
      response.writeHead(error instanceof BodyTooLargeError ? 413 : 400, crossOriginHeaders).end()
    }
  })
}

function serveSocket(socket: WebSocket, ledger: Ledger, methods: Readonly<Record<string, RpcMethod>>): void {
  const send = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }
  const subscriptions = createSubscriptions(ledger, send)
  socket.on('message', (data) => {
    const answer = answerJsonRpc(
      data.toString(),
      (name) => find(subscriptions.methods, name) ?? find(methods, name),
    )
    if (answer !== undefined) send(answer)
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => subscriptions.stop())
}

const find = (methods: Readonly<Record<string, RpcMethod>>, name: string) =>
  Object.hasOwn(methods, name) ? methods[name] : undefined

async function listenOnPair(http: Server, socketOnly: Server, port: number): Promise<number> {
  for (let attempt = 0; attempt < pairAttempts; attempt++) {
    const bound = await listen(http, port).catch((cause) => {
      throw portInUse(port, cause)
    })
    try {
      await listen(socketOnly, bound + 1)
      return bound
    } catch (cause) {
      await close(http)
      if (port !== 0) throw portInUse(port + 1, cause)
    }
  }
  throw portInUse(0, undefined)
}

function portInUse(port: number, cause: unknown): DevstackError {
  const message =
    port === 0
      ? 'No two neighbouring free ports were found for the Solana server. Close other programs or pass a port.'
      : `The Solana server could not listen on port ${port}. It needs a port and the next one; choose another port, or leave it out to get a free pair.`
  return new DevstackError('PORT_IN_USE', message, { cause })
}
