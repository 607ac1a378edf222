import type { IncomingMessage, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { WebSocketServer } from 'ws'
import type { RelayIdentity } from './relayAuth.js'
import { verifyRelayAuth } from './relayAuth.js'
import { RelayError, type RelayErrorCode } from './relayError.js'
import type { RelayFaults } from './relayFaults.js'
import { createFaultSwitch } from './relayFaults.js'
import { createRelayHub, type InjectedMessage, type RelayedMessage } from './relayHub.js'
import { createRelaySocket } from './relaySocket.js'
import type { RelayStats } from './relayStats.js'
import { createRelayCounters } from './relayStats.js'

/** Close code the clients understand as "not allowed, do not try again". */
const unauthorised = 3000
const sweepEvery = 30_000

export interface RelayOptions {
  /** TCP port on 127.0.0.1. Default 0: any free one. */
  readonly port?: number
  readonly faults?: RelayFaults
  /** Audiences to accept besides the address the client dialled, for a relay behind another name. */
  readonly audiences?: readonly string[]
  /** The one address that tokens must be made for. Default: the address the client dialled. */
  readonly audience?: string
  /** Milliseconds between websocket pings; clients in Node reconnect after 30 s without one. Default 20 000. */
  readonly pingEvery?: number
  /** Origins that pages may connect from. Default: all. */
  readonly origins?: readonly string[]
  /** Project ids that are let in. Default: all. */
  readonly projectIds?: readonly string[]
  /** Milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number
}

export interface Relay {
  /** `ws://127.0.0.1:<port>`, for the `relayUrl` option of a client. */
  readonly url: string
  readonly port: number
  stats(): RelayStats
  /** Replaces all fault switches; `{}` switches every one off. */
  setFaults(faults: RelayFaults): void
  /** What was published, oldest first, at most the last 1,000: for attacks that replay it. */
  published(): readonly RelayedMessage[]
  /** Pushes a message as if somebody had published it: for attacks that replay or forge. */
  inject(message: InjectedMessage): void
  /** Closes every open socket and keeps listening. */
  closeSockets(code?: number): void
  /** Stops listening and cuts every socket, as an outage would. State is kept for `resume`. */
  pause(): Promise<void>
  /** Listens on the same port again. `lose` forgets what waited in mailboxes. Default `keep`. */
  resume(state?: 'keep' | 'lose'): Promise<void>
  restart(state?: 'keep' | 'lose'): Promise<void>
  /** Ends the relay for good. May be called more than once. */
  stop(): Promise<void>
}

/**
 * A relay for WalletConnect v2 clients on the loopback interface: the JSON-RPC over websocket of the
 * WalletConnect specifications, with mailboxes, acknowledgement and switchable faults. For tests and
 * demonstrations: it keeps everything in memory and lets in every key.
 *
 * @throws RelayError `RELAY_PORT_TAKEN` when the port cannot be had
 */
export async function startRelay(options: RelayOptions = {}): Promise<Relay> {
  const now = options.now ?? Date.now
  const faults = createFaultSwitch(options.faults)
  const counters = createRelayCounters()
  const hub = createRelayHub({ faults, counters, now })
  const sweeper = setInterval(hub.sweep, sweepEvery).unref()
  const websockets = new WebSocketServer({ noServer: true, maxPayload: 2 ** 20 })
  const pinger = setInterval(() => {
    for (const socket of websockets.clients) socket.ping()
  }, options.pingEvery ?? 20_000).unref()
  let server: Server | undefined
  let stopped = false

  function authenticate(request: IncomingMessage): RelayIdentity {
    const query = new URL(request.url ?? '/', 'ws://relay').searchParams
    const host = request.headers.host ?? ''
    const { origin } = request.headers
    if (options.origins && !options.origins.includes(origin ?? '')) {
      throw new RelayError(
        'RELAY_ORIGIN',
        `The origin ${origin ?? '(none)'} is not on the list of this relay.`,
      )
    }
    if (options.projectIds && !options.projectIds.includes(query.get('projectId') ?? '')) {
      throw new RelayError('RELAY_PROJECT', 'The project id is not one that this relay knows.')
    }
    const own = options.audience === undefined ? [`ws://${host}`, `wss://${host}`] : [options.audience]
    const audiences = [...own, ...(options.audiences ?? [])]
    return verifyRelayAuth(query.get('auth') ?? '', { audiences, now: now() })
  }

  function accept(socket: WebSocket, { clientId }: RelayIdentity): void {
    const member = createRelaySocket(socket, clientId)
    counters.accepted += 1
    counters.clients.add(clientId)
    hub.join(member)
    socket.on('message', (data) => hub.receive(member, data))
    socket.on('close', () => hub.leave(member))
    socket.on('error', () => socket.terminate())
  }

  function identify(request: IncomingMessage): RelayIdentity | RelayError {
    try {
      return authenticate(request)
    } catch (error) {
      if (error instanceof RelayError) return error
      throw error
    }
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const shut = faults.strike('refuse', {}, (rule) => rule.what === 'connection')
    const identity = identify(request)
    if (shut || identity instanceof RelayError) counters.refused += 1
    if (shut) refuse(stream, '503 Service Unavailable')
    else if (!(identity instanceof RelayError)) {
      websockets.handleUpgrade(request, stream, head, (socket) => accept(socket, identity))
    } else if (request.url?.includes('useOnCloseEvent=true')) {
      // A page cannot read the status of a failed upgrade, so this client asks to be told by close code.
      const tell = (socket: WebSocket) => socket.close(unauthorised, spokenReason(identity.code))
      websockets.handleUpgrade(request, stream, head, tell)
    } else refuse(stream, '401 Unauthorized')
  }

  async function listen(port: number): Promise<number> {
    const created = createServer((_request, response) => response.writeHead(426).end('Websocket only\n'))
    created.on('upgrade', upgrade)
    await new Promise<void>((resolve, reject) => {
      created.once('error', (cause) =>
        reject(
          new RelayError('RELAY_PORT_TAKEN', `The relay cannot listen on port ${port}: choose another.`, {
            cause,
          }),
        ),
      )
      created.listen(port, '127.0.0.1', resolve)
    })
    server = created
    return (created.address() as AddressInfo).port
  }

  async function pause(): Promise<void> {
    const closing = server
    server = undefined
    hub.cancel()
    for (const socket of websockets.clients) socket.terminate()
    if (!closing) return
    await new Promise<void>((resolve) => {
      closing.close(() => resolve())
      closing.closeAllConnections()
    })
  }

  const port = await listen(options.port ?? 0)

  async function resume(state: 'keep' | 'lose' = 'keep'): Promise<void> {
    if (stopped) throw new RelayError('RELAY_STOPPED', 'The relay was stopped: start a new one.')
    if (server) return
    if (state === 'lose') hub.forget()
    await listen(port)
  }

  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    setFaults: faults.set,
    published: () => hub.published,
    inject: hub.inject,
    stats: () => ({
      sockets: hub.sockets.size,
      accepted: counters.accepted,
      refused: counters.refused,
      clients: counters.clients.size,
      subscriptions: [...hub.sockets].reduce((sum, { topics }) => sum + topics.size, 0),
      waiting: hub.waiting,
      calls: { ...counters.calls },
      published: { ...counters.published },
      delivered: { ...counters.delivered },
      acknowledged: { ...counters.acknowledged },
      dropped: { ...counters.dropped },
    }),
    closeSockets(code = 1012) {
      for (const { socket } of hub.sockets) socket.close(code)
    },
    pause,
    resume,
    async restart(state) {
      await pause()
      await resume(state)
    },
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(sweeper)
      clearInterval(pinger)
      await pause()
      websockets.close()
    },
  }
}

/** As the public relay says it, since clients read the words. */
function spokenReason(code: RelayErrorCode): string {
  const reasons: Partial<Record<RelayErrorCode, string>> = {
    RELAY_AUTH_TIME: 'JWT validation error: JWT Token is not yet valid',
    RELAY_ORIGIN: 'Unauthorized: origin not allowed',
    RELAY_PROJECT: 'Unauthorized: invalid key',
  }
  return reasons[code] ?? code
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
