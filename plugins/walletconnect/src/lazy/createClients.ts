import { untilAborted } from '@latchkey/kernel/chain'
import type { SessionTypes } from '@walletconnect/types'
import type { LinkerOptions } from './createLinker.js'
import { type Opened, openLink } from './openLink.js'
import type { Settled } from './createPairings.js'

/** A session with the client that has it. */
export interface ObtainedSession extends Settled {
  readonly ready: Opened
}

/** The client of the kernel, and the clients before it whose connections still live. */
export interface Clients {
  /** The client that new sessions are made with. Opened on first use; a failed opening is tried again on the next. */
  openClient(): Promise<Opened>
  /**
   * The session with the client that has it, `undefined` when none has it. A client reads its store once: for what another
   * tab stored since, a new client takes its place, and the old one goes on for its own connections until they end.
   */
  obtainSession(topic: string, signal: AbortSignal): Promise<ObtainedSession | undefined>
  /** Told of a session that another tab made. @returns Stops listening. */
  onJoined(listener: (joined: ObtainedSession) => void): () => void
}

export function createClients(options: LinkerOptions): Clients {
  let opened: Promise<Opened> | undefined
  const listeners = new Set<(joined: ObtainedSession) => void>()
  const openNext = () => openLink({ ...options, metadata: options.metadata() })

  function openClient(): Promise<Opened> {
    opened ??= openNext().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    openClient,
    async obtainSession(topic, signal) {
      const isFresh = opened === undefined
      const ready = await untilAborted(signal, openClient())
      const session = sessionOf(ready, topic)
      if (session) return { session, cacaos: [], ready }
      if (isFresh) return undefined
      const next = await openNext()
      const stored = sessionOf(next, topic)
      if (!stored) {
        next.close()
        return undefined
      }
      const obtained = { session: stored, cacaos: [], ready: next }
      opened = Promise.resolve(next)
      for (const tell of [...listeners]) tell(obtained)
      ready.retire()
      return obtained
    },
    onJoined(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function sessionOf({ client }: Pick<Opened, 'client'>, topic: string): SessionTypes.Struct | undefined {
  return client.session.getAll().find((session) => session.topic === topic)
}
