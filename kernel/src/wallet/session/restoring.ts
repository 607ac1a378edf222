import { ConnectorError } from '../../errors/connector.js'
import type { Clock } from '../../platform/clock.js'
import type { SessionCore } from './sessionCore.js'
import type { SessionConnections } from './connections.js'
import type { SessionOpening } from './opening.js'
import { storedSession } from './storedSession.js'
import { connectorsOf, readConnectionId } from './walletParts.js'

type RestoreActions = Pick<SessionOpening, 'restore'> & Pick<SessionConnections, 'remove'>

/** How long a wallet may take to appear on the page before its namespaces show as disconnected. */
const appearTime = 3_000
/** How long a wallet may take to answer without a prompt. */
const answerTime = 10_000

/**
 * Takes up stored sessions without prompts, recently used wallets first. Wallets announce themselves at any time:
 * after {@link appearTime} the namespaces show as disconnected, and a wallet that comes later is still taken up.
 * From then on follows other tabs: what they ended ends here, what they connected is taken up here.
 */
export async function restoreSessions(core: SessionCore, actions: RestoreActions): Promise<void> {
  const { options, state, waiting, attempts } = core
  const { clock, log, signal, storage } = options
  const tried = new Set<string>()
  const running: Promise<void>[] = []

  const hopeOf = (connectorId: string) =>
    [...attempts].find((hope) => hope.connectorId === connectorId && hope.status === 'reconnecting')

  async function attempt(connectorId: string): Promise<void> {
    const connectors = connectorsOf(options.connectors(), connectorId)
    const [first] = connectors
    const stored = waiting.get(connectorId)
    if (!first || !stored) return
    const hope = hopeOf(connectorId) ?? core.begin(connectorId, core.known(stored), 'reconnecting')
    const deadline = clock.setTimeout(() => hope.controller.abort(noAnswer(first.name)), answerTime)
    try {
      if (hope.namespaces.length > 0) await actions.restore(connectors, hope)
    } catch (error) {
      if (!signal.aborted) {
        log.warn(`The earlier session with "${first.name}" could not be taken up.`, error)
      }
    } finally {
      clock.clearTimeout(deadline)
      core.end(hope)
    }
  }

  function tryAppeared(): void {
    for (const connectorId of byRecency(core)) {
      const isHere = connectorsOf(options.connectors(), connectorId).length > 0
      if (!isHere || tried.has(connectorId)) continue
      tried.add(connectorId)
      running.push(attempt(connectorId))
    }
  }

  function followOtherTabs(): void {
    const stored = storage.read(storedSession)?.connections
    if (signal.aborted || !stored) return
    for (const id of [...state.connections.map((entry) => entry.id), ...waiting.keys()]) {
      if (stored.some((entry) => entry.connectorId === id)) continue
      core.cancel((connectorId) => connectorId === id)
      actions.remove(id)
    }
    for (const { connectorId, namespaces } of stored) {
      if (core.record(connectorId) || hopeOf(connectorId)) continue
      waiting.set(connectorId, namespaces)
      void attempt(connectorId)
    }
  }

  if (signal.aborted) return
  const stops = [options.subscribe(tryAppeared), storage.watch(storedSession, followOtherTabs)]
  signal.addEventListener('abort', () => stops.forEach((stop) => void stop()), { once: true })
  tryAppeared()
  const isEverybodyHere = () => [...waiting.keys()].every((connectorId) => tried.has(connectorId))
  if (!isEverybodyHere()) await settleOrTimeout(isEverybodyHere, options.subscribe, clock, signal)
  while (running.length > 0) await Promise.all(running.splice(0))
}

function byRecency({ state, waiting }: SessionCore): string[] {
  const rank = (connectorId: string) => {
    const index = state.recent.findIndex(
      (wallet) => wallet.connectorId === readConnectionId(connectorId).connectorId,
    )
    return index < 0 ? state.recent.length : index
  }
  return [...waiting.keys()].sort((left, right) => rank(left) - rank(right))
}

function noAnswer(name: string): ConnectorError {
  return new ConnectorError(`${name} did not answer in time.`, { code: 'WALLET_TIMEOUT' })
}

/** Resolves when `done` says so after a change, when time is up, or on abort. */
function settleOrTimeout(
  done: () => boolean,
  subscribe: (listener: () => void) => () => void,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clock.clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = clock.setTimeout(finish, appearTime)
    const stop = subscribe(() => done() && finish())
    signal.addEventListener('abort', finish, { once: true })
  })
}
