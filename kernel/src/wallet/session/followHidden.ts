import type { ConnectorContribution } from '../../contracts/points/connector.js'
import { createHiddenListener, type HiddenListener } from './createHiddenListener.js'
import type { SessionCore } from './sessionCore.js'
import { isListening } from './tellHidden.js'
import type { StoredConnection } from './storedSession.js'
import { takesPlace } from './takesPlace.js'

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
  const listeners = new WeakMap<AbortController, HiddenListener>()
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
      const listener = listenToHidden(core, options, id, stored, own)
      listeners.set(own, listener)
      listener.listenTo(connectors)
    }
  }
}

/** Listens to the wallet of one session that waits. @param own Aborted when nothing waits for it any more. */
function listenToHidden(
  core: SessionCore,
  { takeUp }: HiddenOptions,
  id: string,
  stored: StoredConnection,
  own: AbortController,
): HiddenListener {
  const { clock, log } = core.options
  const signal = AbortSignal.any([core.options.signal, own.signal])
  return createHiddenListener({
    ...{ clock, log, signal },
    request: (connector) => askedOf(core, connector, stored),
    async takeUp() {
      // A wallet that the person connects meanwhile comes first.
      await connectingIn(core, stored)
      if (!signal.aborted) await takeUp(id)
    },
  })
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
