import type { ConnectorContribution, ListenRequest } from '../../contracts/points/connector.js'
import { wait } from '../../platform/clock.js'
import type { SessionCore } from './sessionCore.js'
import { isListening } from './tellHidden.js'
import type { StoredConnection } from './storedSession.js'
import { takesPlace } from './takesPlace.js'

/** So often a wallet that tells accounts is asked at once. One that shares none each time is asked ever more seldom. */
const promptTimes = 3
/** Milliseconds before it's asked for the first time after that, and at most. */
const firstPause = 1_000
const longestPause = 60_000

export interface HiddenOptions {
  /** The connectors that reach the stored session, while all of them are listed. */
  listed(stored: StoredConnection): readonly ConnectorContribution[]
  /** Takes the session up without a prompt. */
  takeUp(connectionId: string): Promise<void>
}

/**
 * Listens to wallets whose sessions wait, as long as they wait: one that is unlocked tells its accounts by itself, and its session
 * is then taken up.
 *
 * @returns Listens to each that isn't listened to yet. Call it whenever a session has begun to wait.
 */
export function followHidden(core: SessionCore, options: HiddenOptions): () => void {
  const { signal, subscribe } = core.options
  const listeners = new WeakMap<AbortController, Listener>()
  const listed = (stored: StoredConnection) => options.listed(stored).filter(isListening)

  // A wallet may put itself on the page anew while it's locked, as another object.
  function renew(): void {
    for (const [id, stored] of core.waiting) {
      const own = core.listening.get(id)
      if (own) listeners.get(own)?.listenTo(listed(stored))
    }
  }

  if (!signal.aborted) signal.addEventListener('abort', subscribe(renew), { once: true })
  return () => {
    for (const [id, stored] of core.waiting) {
      const connectors = listed(stored)
      if (core.listening.has(id) || connectors.length === 0) continue
      const own = new AbortController()
      core.listening.set(id, own)
      const listener = createListener(core, options, { id, stored, own })
      listeners.set(own, listener)
      listener.listenTo(connectors)
    }
  }
}

/** Listens to the wallet of one session that waits. */
interface Listener {
  /** Listens to these connectors, and to no other ones any more. */
  listenTo(connectors: readonly ConnectorContribution[]): void
}

interface Hidden {
  readonly id: string
  readonly stored: StoredConnection
  /** Aborted when nothing waits for the wallet any more. */
  readonly own: AbortController
}

function createListener(core: SessionCore, { takeUp }: HiddenOptions, { id, stored, own }: Hidden): Listener {
  const signal = AbortSignal.any([core.options.signal, own.signal])
  const heard = new Map<ConnectorContribution, AbortController>()
  let running: Promise<void> | undefined
  let isTold = false
  let times = 0

  async function takeUpAgain(): Promise<void> {
    while (isTold && (await mayAsk(core, times, signal))) {
      isTold = false
      times += 1
      // A wallet that the person connects meanwhile comes first.
      await connectingIn(core, stored)
      if (!signal.aborted) await takeUp(id)
    }
  }

  function onShared(): void {
    isTold = true
    running ??= takeUpAgain().finally(() => {
      running = undefined
    })
  }

  function listen(connector: ConnectorContribution): void {
    const ends = new AbortController()
    heard.set(connector, ends)
    const either = AbortSignal.any([signal, ends.signal])
    const request: ListenRequest = Object.freeze({
      ...askedOf(core, connector, stored),
      signal: either,
      onShared: () => !either.aborted && onShared(),
    })
    const listens = (async () => connector.listen?.(request))()
    listens.catch((error: unknown) =>
      core.options.log.debug(`"${connector.name}" could not be listened to.`, error),
    )
  }

  return {
    listenTo(connectors) {
      for (const [connector, ends] of heard) {
        if (connectors.includes(connector)) continue
        ends.abort()
        heard.delete(connector)
      }
      for (const connector of connectors) if (!heard.has(connector)) listen(connector)
    },
  }
}

/** Waits until a wallet may be asked that was asked so often in vain. @returns Whether anybody still listens to it */
async function mayAsk({ options }: SessionCore, times: number, signal: AbortSignal): Promise<boolean> {
  const pause = times < promptTimes ? 0 : Math.min(longestPause, firstPause * 2 ** (times - promptTimes))
  if (pause > 0) await wait(options.clock, pause, signal).catch(() => {})
  return !signal.aborted
}

/** Resolves once nobody connects the wallet of the session any more. */
async function connectingIn({ attempts }: SessionCore, stored: StoredConnection): Promise<void> {
  const answers = [...attempts].flatMap(({ id, asking }) =>
    asking && takesPlace({ connectorId: id }, stored) ? [asking.answer] : [],
  )
  await Promise.allSettled(answers)
}

function askedOf(
  { known, options }: SessionCore,
  { namespaces }: ConnectorContribution,
  stored: StoredConnection,
) {
  const asked = known(stored.namespaces.filter((id) => namespaces.includes(id)))
  return {
    namespaces: Object.freeze([...asked]),
    networkIds: Object.freeze([...options.networkIds(asked)]),
    ...(stored.key === undefined ? {} : { key: stored.key }),
  }
}
