import { createHash } from 'node:crypto'
import type { PublishParameters } from './relaySchema.js'

export interface StoredMessage {
  readonly hash: string
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly attestation: string | undefined
  /** Milliseconds since the epoch. */
  readonly publishedAt: number
  readonly expiresAt: number
  /** `did:key` of the publisher, which never gets its own message back. */
  readonly publisher: string
  /** Clients that confirmed a push of this message; it is not sent to them again. */
  readonly acknowledgedBy: Set<string>
}

/** Messages per topic, each kept until its time to live ends. */
export interface Mailbox {
  /** Keeps a message. `undefined` when the same ciphertext already waits on the topic: a retried publish. */
  store(publisher: string, parameters: PublishParameters): StoredMessage | undefined
  /** What `client` has not published or acknowledged itself, oldest first. */
  waiting(topic: string, client: string): readonly StoredMessage[]
  /** Drops what has expired. */
  sweep(): void
  clear(): void
  readonly size: number
}

export function createMailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<string, StoredMessage>>()

  function live(topic: string): readonly StoredMessage[] {
    const messages = topics.get(topic)
    if (!messages) return []
    for (const [hash, stored] of messages) if (stored.expiresAt <= now()) messages.delete(hash)
    if (messages.size === 0) topics.delete(topic)
    return [...messages.values()]
  }

  return {
    store(publisher, { topic, message, tag, ttl, attestation }) {
      const hash = createHash('sha256').update(message).digest('hex')
      if (live(topic).some((stored) => stored.hash === hash)) return undefined
      const publishedAt = now()
      const stored: StoredMessage = {
        hash,
        topic,
        message,
        tag,
        attestation: attestation ?? undefined,
        publishedAt,
        expiresAt: publishedAt + ttl * 1000,
        publisher,
        acknowledgedBy: new Set(),
      }
      const messages = topics.get(topic) ?? new Map<string, StoredMessage>()
      topics.set(topic, messages.set(hash, stored))
      return stored
    },
    waiting: (topic, client) =>
      live(topic).filter((stored) => stored.publisher !== client && !stored.acknowledgedBy.has(client)),
    sweep() {
      for (const topic of [...topics.keys()]) live(topic)
    },
    clear: () => topics.clear(),
    get size() {
      return [...topics.keys()].reduce((sum, topic) => sum + live(topic).length, 0)
    },
  }
}
