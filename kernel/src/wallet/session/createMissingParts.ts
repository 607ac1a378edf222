import type { Connection, ConnectorContribution, ConnectRequest } from '../../contracts/points/connector.js'
import { untilAborted } from '../../platform/untilAborted.js'
import { answerTime, noAnswer } from './noAnswer.js'
import { createHiddenListener } from './createHiddenListener.js'
import type { SpanningPart } from './createSpanningConnection.js'
import type { SessionOptions } from './sessionCore.js'
import { isListening } from './tellHidden.js'

type Share = Pick<SpanningPart, 'connector' | 'namespaces'>

export interface MissingPartsOptions
  extends Pick<SessionOptions, 'clock' | 'log' | 'signal' | 'connectors' | 'subscribe'> {
  /** Whether sessions are taken up at all by now. */
  isFollowing(): boolean
}

interface MissingPartsActions {
  request(share: Share): ConnectRequest
  /** @throws ConnectorError `CONNECTION_INVALID` when the connection can't be used. */
  takeIn(share: Share, connection: Connection): void
}

/**
 * The parts of an open connection whose wallet shares no account: one that locked a chain, or had locked it when the page was
 * loaded. Each is taken up without a prompt, by the rule of whole sessions: by the wallet's own word, and when the page comes back.
 */
export interface MissingParts {
  /** @param mayBeAsked Whether to ask when the page comes back. Where that may prompt, the wallet's own word is waited for. */
  add(share: Share, mayBeAsked: boolean): void
  /** Asks for those that may be asked because the page came back. Never rejects. */
  askAll(): Promise<void>
  /** Waits for none any more: the whole connection has ended. */
  stop(): void
}

interface MissingPart {
  ask(): Promise<void>
  /** Whether it may be asked because the page came back. */
  mayBeAsked(): boolean
  stop(): void
}

export function createMissingParts(options: MissingPartsOptions, actions: MissingPartsActions): MissingParts {
  const missing = new Map<string, MissingPart>()
  return {
    add(share, mayBeAsked) {
      if (!options.isFollowing() || options.signal.aborted) return
      const { id } = share.connector
      missing.get(id)?.stop()
      const part = createMissingPart(options, share, mayBeAsked, {
        ...actions,
        takeIn(taken, connection) {
          actions.takeIn(taken, connection)
          // It may have ended again at once.
          if (missing.get(id) === part) missing.delete(id)
        },
      })
      missing.set(id, part)
    },
    async askAll() {
      await Promise.all([...missing.values()].map((part) => part.mayBeAsked() && part.ask()))
    },
    stop() {
      for (const part of missing.values()) part.stop()
      missing.clear()
    },
  }
}

function createMissingPart(
  options: MissingPartsOptions,
  { connector: { id }, namespaces }: Share,
  mayBeAsked: boolean,
  { request, takeIn }: MissingPartsActions,
): MissingPart {
  const { clock, log } = options
  const own = new AbortController()
  const signal = AbortSignal.any([options.signal, own.signal])
  const listed = () =>
    options.connectors().filter((connector) => connector.id === id && isListening(connector))
  let hasFailed = false

  async function restore(): Promise<void> {
    const [connector] = listed()
    if (!connector) return
    const share = { connector, namespaces }
    try {
      const connection = await restorePart(options, connector, { ...request(share), signal })
      if (connection && signal.aborted) await connection.release?.()
      else if (connection) {
        takeIn(share, connection)
        own.abort()
      }
    } catch (error) {
      hasFailed = true
      if (!signal.aborted) log.warn(`"${id}" could not be taken up again.`, error)
    }
  }

  // One question at a time: a second would open a second connection.
  let last = Promise.resolve()
  const ask = () => {
    last = last.then(() => (signal.aborted ? undefined : restore()))
    return last
  }

  const requestOf = (connector: ConnectorContribution) => {
    return { namespaces, networkIds: request({ connector, namespaces }).networkIds }
  }
  const listener = createHiddenListener({ clock, log, signal, request: requestOf, takeUp: ask })
  const listen = () => listener.listenTo(listed())
  signal.addEventListener('abort', options.subscribe(listen), { once: true })
  listen()
  return { ask, mayBeAsked: () => mayBeAsked && !hasFailed, stop: () => own.abort() }
}

/** Asks one connector without a prompt. A connection that comes too late is released. */
async function restorePart(
  { clock, log }: MissingPartsOptions,
  connector: ConnectorContribution,
  request: ConnectRequest,
): Promise<Connection | undefined> {
  const deadline = new AbortController()
  const signal = AbortSignal.any([request.signal, deadline.signal])
  const timer = clock.setTimeout(() => deadline.abort(noAnswer(connector.name)), answerTime)
  const release = async (late: Connection | undefined) => late?.release?.()
  try {
    const answer = async () => connector.restore?.({ ...request, signal })
    return await untilAborted(signal, answer, (late) => {
      release(late).catch((error: unknown) =>
        log.warn('A connection that came too late could not be released.', error),
      )
    })
  } finally {
    clock.clearTimeout(timer)
  }
}
