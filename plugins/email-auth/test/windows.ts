// Two windows that send each other messages as browsers do: cloned, later, and only to the origin that was named.
import type { OwnWindow, PeerWindow } from '../src/protocol/index.js'

interface Delivered {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}

export interface TestWindow extends OwnWindow, PeerWindow {
  readonly origin: string
  /** Hands a message over as if `source` had sent it from `origin`. */
  deliver(message: Delivered): void
  /** Sends in this window's name. */
  sendTo(target: TestWindow, data: unknown, targetOrigin?: string): void
  /** The view of this window that another one holds: posting through it names that other one as the source. */
  seenBy(other: TestWindow): PeerWindow
  readonly received: unknown[]
}

export function createTestWindow(origin: string): TestWindow {
  const listeners = new Set<(event: MessageEvent) => void>()
  const received: unknown[] = []
  const views = new Map<TestWindow, PeerWindow>()
  const own: TestWindow = {
    origin,
    received,
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    postMessage: () => {
      throw new Error('Post through seenBy: a message needs a source.')
    },
    deliver(message) {
      received.push(message.data)
      for (const listener of listeners) listener(message as unknown as MessageEvent)
    },
    sendTo(target, data, targetOrigin = target.origin) {
      const clone = structuredClone(data)
      if (targetOrigin !== target.origin && targetOrigin !== '*') return
      // The source that the target sees is its own view of this window.
      queueMicrotask(() => target.deliver({ data: clone, origin, source: own.seenBy(target) }))
    },
    seenBy(other) {
      const known = views.get(other)
      if (known) return known
      const view: PeerWindow = {
        postMessage: (message, targetOrigin) => other.sendTo(own, message, targetOrigin),
      }
      views.set(other, view)
      return view
    },
  }
  return own
}
