import type { Clock } from '@latchkey/kernel/plugin'
import type { Needs } from './createNeeds.js'
import type { IsSealed } from './hearSealed.js'
import type { WalletConnectClient } from './openClient.js'
import { type Publisher, type PublishRefusals, repeatRefused } from './repeatRefused.js'

interface Heard {
  readonly topic: string
  readonly message: string
}

/** What the transport asks who made it. */
export interface TransportRules {
  readonly clock: Clock
  /** Whether the relay may be dialled now. @default always */
  readonly mayDial?: () => boolean
  readonly isSealed: IsSealed
  /** Told of each message that was dropped because nobody encrypted it, with how many there were. */
  readonly onDropped: (count: number) => void
}

/** The part of the library's relay transport that is kept within bounds here. Its version is pinned. */
export interface RelayTransport {
  readonly connected: boolean
  transportOpen(): Promise<void>
  connect(relayUrl?: string): Promise<void>
  toEstablishConnection(): Promise<void>
  transportClose(): Promise<void>
  onProviderPayload(payload: unknown): Promise<void>
  onMessageEvent(heard: Heard): Promise<void>
  readonly publisher: Publisher
  readonly messages: { has(topic: string, message: string): boolean }
}

export interface BoundTransport {
  readonly publishRefusals: PublishRefusals
  close(): Promise<void>
}

/**
 * Keeps the library's transport within bounds.
 *
 * - While the relay cannot be reached, each failed attempt of the library resubscribes, which asks for a connection, which
 *   is one more attempt: as fast as the machine can. Here attempts that overlap are one.
 * - A closed transport opens itself again for whatever was still under way. Here it stays closed.
 * - A client that nobody needs goes on dialling a relay that refuses it. Here it rests until it is needed.
 * - Copies of a message are all heard when they arrive at once, or after their session ended. Here each is heard once.
 * - A message that nobody encrypted is the relay's own. Here it is dropped and counted.
 * - A push that isn't as the relay's protocol says becomes a rejection that nobody handles. Here it is dropped.
 * - A publish that the relay refuses twice is forgotten, with a rejection that nobody handles. Here it is repeated.
 *
 * @returns `close` closes for good: what is still asked of the relay is refused
 */
export function boundTransport(
  transport: RelayTransport,
  needs: Needs,
  { clock, mayDial = () => true, isSealed, onDropped }: TransportRules,
): BoundTransport {
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
  readPushes(transport)
  hearOnce(transport)
  hearOnlySealed(transport, isSealed, onDropped)
  const publishRefusals = repeatRefused(transport.publisher, clock)

  return {
    publishRefusals,
    async close() {
      isClosed = true
      publishRefusals.stop()
      await transport.transportClose()
      // A socket that was being opened is not known to the library before it is open.
      await attempt?.catch(() => undefined)
      if (attempt === undefined) await transport.transportClose()
    },
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

function hearOnlySealed(
  transport: RelayTransport,
  isSealed: IsSealed,
  onDropped: (count: number) => void,
): void {
  const hear = transport.onMessageEvent.bind(transport)
  let dropped = 0
  transport.onMessageEvent = async (event) => {
    if (isSealed(event.topic, event.message)) return hear(event)
    dropped += 1
    onDropped(dropped)
  }
}

/** The relay names each subscription; the library would tell of a push under that name, whatever it is. */
const subscriptionName = /^[0-9a-f]{64}$/

function readPushes(transport: RelayTransport): void {
  const read = transport.onProviderPayload.bind(transport)
  transport.onProviderPayload = async (payload) => {
    if (isPush(payload)) {
      const { id, data } = payload.params ?? {}
      if (typeof data !== 'object' || data === null) return
      const name = typeof id === 'string' && subscriptionName.test(id) ? id : 'subscription'
      await read({ ...payload, params: { id: name, data } }).catch(() => undefined)
      return
    }
    await read(payload)
  }
}

interface Push {
  readonly method: string
  readonly params?: { readonly id?: unknown; readonly data?: unknown } | null
}

function isPush(payload: unknown): payload is Push {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'method' in payload &&
    typeof payload.method === 'string'
  )
}

export function transportOf(client: WalletConnectClient): RelayTransport {
  // These members aren't declared. The library's version is pinned.
  return client.core.relayer as unknown as RelayTransport
}
