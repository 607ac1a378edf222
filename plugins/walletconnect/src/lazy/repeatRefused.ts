import { readField } from '@latchkey/kernel/chain'
import type { Clock } from '@latchkey/kernel/plugin'

interface Queued {
  readonly request: unknown
  readonly opts: unknown
  readonly attempt: number
}

/** The library's publisher. Its version is pinned. */
export interface Publisher {
  readonly queue: Map<string, Queued>
  checkQueue(): void
  rpcPublish(request: unknown, options: unknown): Promise<unknown>
}

export interface PublishRefusals {
  /** Why the relay takes no message now, in its own words; `undefined` while it takes them. */
  readonly reason: string | undefined
  /**
   * Calls back once the relay has refused a message on the topic for ten seconds. It's not sent any more.
   *
   * @returns ends it
   */
  subscribe(topic: string, listener: (reason: string) => void): () => void
  stop(): void
}

/** A publish is looked after for a minute, a round every five seconds; after that it must not be sent any more. */
const rounds = 10
/** Milliseconds that a relay may refuse a message before it's given up. The library would try for a minute. */
const patience = 10_000

/** Sends what the relay refused again, which the library drops after its second refusal, and gives it up after ten seconds. */
export function repeatRefused(publisher: Publisher, clock: Clock): PublishRefusals {
  const publish = publisher.rpcPublish.bind(publisher)
  const listeners = new Set<{ readonly topic: string; tell(reason: string): void }>()
  const refused = createRefused(clock, (request, reason) => {
    for (const [id, queued] of publisher.queue) if (queued.request === request) publisher.queue.delete(id)
    const topic = readField(readField(request, 'params'), 'topic')
    for (const listener of [...listeners]) if (listener.topic === topic) listener.tell(reason)
  })

  publisher.rpcPublish = async (request, options) => {
    try {
      const answer = await publish(request, options)
      refused.taken(request)
      return answer
    } catch (error) {
      refused.note(request, error)
      throw error
    }
  }
  publisher.checkQueue = () => {
    for (const [id, queued] of publisher.queue) {
      const entry = { ...queued, attempt: queued.attempt + 1 }
      publisher.queue.set(id, entry)
      // The library takes any answer for a confirmation, and drops what was refused.
      publisher.rpcPublish(entry.request, entry.opts).catch(() => {
        if (entry.attempt < rounds && !refused.isGivenUp(entry.request)) publisher.queue.set(id, entry)
      })
    }
  }

  return {
    get reason() {
      return refused.reason()
    },
    subscribe(topic, tell) {
      const listener = { topic, tell }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      listeners.clear()
      refused.stop()
    },
  }
}

/** The messages that the relay refuses, and those that were given up. */
function createRefused(clock: Clock, giveUp: (request: object, reason: string) => void) {
  const waiting = new Map<unknown, ReturnType<Clock['setTimeout']>>()
  const givenUp = new WeakSet<object>()
  let reason: string | undefined

  return {
    reason: () => reason,
    isGivenUp: (request: unknown) => givenUp.has(request as object),
    taken(request: unknown): void {
      reason = undefined
      const timer = waiting.get(request)
      if (timer !== undefined) clock.clearTimeout(timer)
      waiting.delete(request)
    },
    note(request: unknown, error: unknown): void {
      const told = refusalOf(error)
      if (told === undefined || typeof request !== 'object' || request === null) return
      reason = told
      if (waiting.has(request)) return
      const end = () => {
        waiting.delete(request)
        givenUp.add(request)
        giveUp(request, reason ?? told)
      }
      waiting.set(request, clock.setTimeout(end, patience))
    },
    stop(): void {
      for (const timer of waiting.values()) clock.clearTimeout(timer)
      waiting.clear()
    },
  }
}

/** The relay's own answer, by JSON-RPC: a way to it that broke is no refusal. */
function refusalOf(error: unknown): string | undefined {
  const message = readField(error, 'message')
  return typeof readField(error, 'code') === 'number' && typeof message === 'string' ? message : undefined
}
