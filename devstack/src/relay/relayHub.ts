import type { RawData } from 'ws'
import type { StoredMessage } from './mailbox.js'
import { createMailbox } from './mailbox.js'
import { createRelayDelivery } from './relayDelivery.js'
import type { FaultSwitch } from './relayFaults.js'
import { createRelayMethods } from './relayMethods.js'
import type { RelayMethod } from './relaySchema.js'
import { relayFrame, relayParameters } from './relaySchema.js'
import type { RelaySocket } from './relaySocket.js'
import { sendFrame } from './relaySocket.js'
import type { RelayCounters } from './relayStats.js'
import { count } from './relayStats.js'

export type RelayedMessage = Pick<StoredMessage, 'topic' | 'message' | 'tag' | 'publisher'>

export interface InjectedMessage extends Pick<RelayedMessage, 'topic' | 'message' | 'tag'> {
  /** The only client that gets it, by its id. Default: every one. */
  readonly to?: string
}

/** How many published messages are remembered. */
const memory = 1_000

/** Topics, mailboxes and the sockets that listen: the relay without its server. */
export interface RelayHub {
  readonly sockets: ReadonlySet<RelaySocket>
  readonly published: readonly RelayedMessage[]
  /** Messages waiting in mailboxes. */
  readonly waiting: number
  join(socket: RelaySocket): void
  leave(socket: RelaySocket): void
  receive(socket: RelaySocket, data: RawData): void
  /** Pushes a message that nobody published to all who listen to its topic, or to one client of them. */
  inject(message: InjectedMessage): void
  sweep(): void
  /** Forgets mailboxes: what a relay that lost its state would not know. */
  forget(): void
  cancel(): void
}

export interface RelayHubOptions {
  readonly faults: FaultSwitch
  readonly counters: RelayCounters
  readonly now: () => number
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly close: number }
  | { readonly silent: true }

export function createRelayHub({ faults, counters, now }: RelayHubOptions): RelayHub {
  const sockets = new Set<RelaySocket>()
  const mailbox = createMailbox(now)
  let lastId = now() * 1000
  const nextId = () => {
    lastId += 1
    return lastId
  }
  const delivery = createRelayDelivery({ faults, counters, nextId })
  let pending: (() => void)[] = []
  const published: RelayedMessage[] = []

  const methods = createRelayMethods({
    mailbox,
    publish(from, message) {
      count(counters.published, message.tag)
      const stored = mailbox.store(from.clientId, message)
      if (stored) published.push(stored)
      if (published.length > memory) published.shift()
      if (stored) pending.push(() => broadcast(stored))
    },
    subscribe(socket, topic) {
      const known = socket.topics.has(topic)
      socket.topics.add(topic)
      if (known) return
      const waiting = mailbox.waiting(topic, socket.clientId)
      pending.push(() => {
        for (const stored of waiting) delivery.push(socket, stored)
      })
    },
    unsubscribe: (socket, topic) => void socket.topics.delete(topic),
  })

  function broadcast(stored: StoredMessage, to?: string): void {
    for (const socket of sockets) {
      if (to !== undefined && socket.clientId !== to) continue
      if (!socket.topics.has(stored.topic) || socket.clientId === stored.publisher) continue
      delivery.push(socket, stored)
    }
  }

  function call(socket: RelaySocket, method: string, params: unknown): Answer {
    count(counters.calls, method)
    if (!isRelayMethod(method)) return failure(-32601, `The relay has no method "${method}".`)
    const parsed = relayParameters[method].safeParse(params)
    if (!parsed.success) return failure(-32602, `The parameters of "${method}" are not as specified.`)
    const subject = subjectOf(parsed.data as FaultedParameters)
    const kind = kindOf(method)
    if (faults.strike('refuse', subject, (rule) => (rule.what ?? 'publish') === kind)) {
      return failure(-32000, `The relay refuses "${method}" for now.`)
    }
    const publishes = kind === 'publish'
    if (publishes && faults.strike('drop', subject, (rule) => rule.at === 'publish')) return { silent: true }
    const run = methods[method] as (socket: RelaySocket, parameters: unknown) => unknown
    const result = run(socket, parsed.data)
    const close = publishes && faults.strike('close', subject, (rule) => rule.when !== 'push')
    return close ? { close: close.code ?? 1012 } : { result }
  }

  function answer(socket: RelaySocket, id: number | string, method: string, params: unknown): void {
    const outcome = call(socket, method, params)
    if ('close' in outcome) socket.socket.close(outcome.close)
    else if (!('silent' in outcome)) sendFrame(socket, { id, jsonrpc: '2.0', ...outcome })
    const work = pending
    pending = []
    for (const step of work) step()
  }

  return {
    sockets,
    published,
    inject({ to, ...message }) {
      // Not through the mailbox, which knows a message that it had before.
      const facts = {
        hash: '',
        attestation: undefined,
        publishedAt: now(),
        expiresAt: now(),
        publisher: 'relay',
      }
      broadcast({ ...message, ...facts, acknowledgedBy: new Set() }, to)
    },
    get waiting() {
      return mailbox.size
    },
    join: (socket) => void sockets.add(socket),
    leave: (socket) => void sockets.delete(socket),
    receive(socket, data) {
      const frame = parseFrame(data)
      if (!frame) socket.socket.close(1007, 'Expected a JSON-RPC 2.0 object')
      else if ('method' in frame) answer(socket, frame.id, frame.method, frame.params)
      else if ('result' in frame) delivery.acknowledge(socket, frame.id)
    },
    sweep: mailbox.sweep,
    forget: mailbox.clear,
    cancel: delivery.cancel,
  }
}

function parseFrame(data: RawData) {
  try {
    return relayFrame.parse(JSON.parse(data.toString()))
  } catch {
    return undefined
  }
}

function isRelayMethod(method: string): method is RelayMethod {
  return Object.hasOwn(relayParameters, method)
}

function kindOf(method: RelayMethod): 'publish' | 'subscribe' | 'other' {
  if (method === 'irn_subscribe' || method === 'irn_batchSubscribe') return 'subscribe'
  if (/publish$/i.test(method) || method.startsWith('wc_')) return 'publish'
  return 'other'
}

interface FaultedParameters {
  readonly topic?: string
  readonly tag?: number
  readonly messages?: readonly { readonly topic: string; readonly tag: number }[]
  readonly pairingTopic?: string
  readonly sessionTopic?: string
}

/** The message a fault rule is matched against; a batch is judged by its first message. */
function subjectOf(parameters: FaultedParameters): { topic?: string; tag?: number } {
  if (parameters.sessionTopic) return { topic: parameters.sessionTopic, tag: 1102 }
  if (parameters.pairingTopic) return { topic: parameters.pairingTopic, tag: 1100 }
  return parameters.messages?.[0] ?? parameters
}

function failure(code: number, message: string): Answer {
  return { error: { code, message } }
}
