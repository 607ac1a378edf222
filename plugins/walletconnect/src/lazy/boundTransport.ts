import type { Needs } from './createNeeds.js'
import type { WalletConnectClient } from './openClient.js'

interface Heard {
  readonly topic: string
  readonly message: string
}

/** The part of the library's relay transport that is kept within bounds here. Its version is pinned. */
export interface RelayTransport {
  readonly connected: boolean
  transportOpen(): Promise<void>
  connect(relayUrl?: string): Promise<void>
  toEstablishConnection(): Promise<void>
  transportClose(): Promise<void>
  onMessageEvent(heard: Heard): Promise<void>
  readonly publisher: Publisher
  readonly messages: { has(topic: string, message: string): boolean }
}

interface Queued {
  readonly request: unknown
  readonly opts: unknown
  readonly attempt: number
}

interface Publisher {
  readonly queue: Map<string, Queued>
  checkQueue(): void
  rpcPublish(request: unknown, options: unknown): Promise<unknown>
}

/**
 * Keeps the library's transport within bounds.
 *
 * - While the relay cannot be reached, each failed attempt of the library resubscribes, which asks for a connection, which
 *   is one more attempt: as fast as the machine can. Here attempts that overlap are one.
 * - A closed transport opens itself again for whatever was still under way. Here it stays closed.
 * - A client that nobody needs goes on dialling a relay that refuses it. Here it rests until it is needed.
 * - Copies of a message are all heard when they arrive at once, or after their session ended. Here each is heard once.
 * - A publish that the relay refuses twice is forgotten, with a rejection that nobody handles. Here it is repeated.
 *
 * @returns closes for good: what is still asked of the relay is refused
 */
export function boundTransport(
  transport: RelayTransport,
  needs: Needs,
  mayDial = () => true,
): () => Promise<void> {
  const connect = transport.connect.bind(transport)
  const establish = transport.toEstablishConnection.bind(transport)
  let attempt: Promise<void> | undefined
  let isClosed = false

  const refuseWhenClosed = () => {
    if (isClosed) throw new Error('The WalletConnect client is closed.')
  }
  const rest = () => {
    if (!isClosed && !transport.connected) transport.transportClose().catch(() => undefined)
  }
  const wake = () => {
    if (!isClosed && !transport.connected) transport.transportOpen().catch(() => undefined)
  }
  needs.subscribe((isNeeded) => (isNeeded ? wake() : rest()))

  transport.connect = async (relayUrl) => {
    refuseWhenClosed()
    if (!needs.isNeeded) throw new Error('Nothing needs the WalletConnect client now.')
    if (!mayDial()) throw new Error('The page’s security policy blocks the WalletConnect relay.')
    attempt ??= connect(relayUrl).finally(() => {
      attempt = undefined
    })
    return attempt
  }
  transport.toEstablishConnection = async () => {
    refuseWhenClosed()
    await establish()
    refuseWhenClosed()
  }
  hearOnce(transport)
  repeatRefused(transport.publisher)

  return async () => {
    isClosed = true
    await transport.transportClose()
    // A socket that was being opened is not known to the library before it is open.
    await attempt?.catch(() => undefined)
    if (attempt === undefined) await transport.transportClose()
  }
}

/** How many messages are remembered after the library forgot them, which it does when their session ends. */
const memory = 500

function hearOnce(transport: RelayTransport): void {
  const hear = transport.onMessageEvent.bind(transport)
  const hearing = new Set<string>()
  const heard = new Set<string>()
  transport.onMessageEvent = async (event) => {
    const { topic, message } = event
    // The start of a message holds its random nonce.
    const key = `${topic} ${message.slice(0, 64)}`
    if (hearing.has(key) || heard.has(key)) return
    hearing.add(key)
    try {
      await hear(event)
      if (!transport.messages.has(topic, message)) return
      heard.add(key)
      const [oldest] = heard
      if (oldest !== undefined && heard.size > memory) heard.delete(oldest)
    } finally {
      hearing.delete(key)
    }
  }
}

/** A publish is looked after for a minute, a round every five seconds; after that it must not be sent any more. */
const rounds = 10

function repeatRefused(publisher: Publisher): void {
  publisher.checkQueue = () => {
    for (const [id, queued] of publisher.queue) {
      const entry = { ...queued, attempt: queued.attempt + 1 }
      publisher.queue.set(id, entry)
      // The library takes any answer for a confirmation, and drops what was refused.
      publisher.rpcPublish(entry.request, entry.opts).catch(() => {
        if (entry.attempt < rounds) publisher.queue.set(id, entry)
      })
    }
  }
}

export function transportOf(client: WalletConnectClient): RelayTransport {
  // These members aren't declared. The library's version is pinned.
  return client.core.relayer as unknown as RelayTransport
}
