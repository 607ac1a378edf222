import type { ConnectorContribution, ListenRequest } from '../../contracts/points/connector.js'
import type { SessionCore } from './sessionCore.js'
import { isListening } from './tellHidden.js'
import type { StoredConnection } from './storedSession.js'
import { takesPlace } from './takesPlace.js'

/** So often in a row a session is taken up for a wallet that tells accounts whenever it's asked, and shares none. */
const takeUpLimit = 3

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
  return () => {
    for (const [id, stored] of core.waiting) {
      if (core.listening.has(id)) continue
      const connectors = options.listed(stored).filter(isListening)
      if (connectors.length > 0) listenTo(core, options, id, stored, connectors)
    }
  }
}

function listenTo(
  core: SessionCore,
  { takeUp }: HiddenOptions,
  id: string,
  stored: StoredConnection,
  connectors: readonly ConnectorContribution[],
): void {
  const { listening } = core
  const own = new AbortController()
  const signal = AbortSignal.any([core.options.signal, own.signal])
  listening.set(id, own)
  let running: Promise<void> | undefined
  let isTold = false

  async function takeUpAgain(): Promise<void> {
    for (let times = 0; isTold && times < takeUpLimit && !signal.aborted; times += 1) {
      isTold = false
      // What the person connects meanwhile comes first.
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

  for (const connector of connectors) {
    const request: ListenRequest = Object.freeze({
      ...askedOf(core, connector, stored),
      signal,
      onShared: () => !signal.aborted && onShared(),
    })
    const listens = (async () => connector.listen?.(request))()
    listens.catch((error: unknown) =>
      core.options.log.debug(`"${connector.name}" could not be listened to.`, error),
    )
  }
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
