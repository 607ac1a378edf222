import type { ConnectorContribution } from '../../contracts/points/connector.js'
import { ConnectorError } from '../../errors/connector.js'
import type { Clock } from '../../platform/clock.js'
import type { LogService } from '../../platform/log.js'
import { followOtherTabs } from './followOtherTabs.js'
import { followPage } from './followPage.js'
import type { SessionCore } from './sessionCore.js'
import type { SessionConnections } from './connections.js'
import type { SessionOpening } from './opening.js'
import { type StoredConnection, storedSession } from './storedSession.js'
import { connectorsOf } from './walletParts.js'

type RestoreActions = Pick<SessionOpening, 'restore'> & Pick<SessionConnections, 'remove'>

/** How long a wallet may take to appear on the page before its namespaces show as disconnected. */
const appearTime = 3_000
/** How long a wallet may take to answer without a prompt. */
const answerTime = 10_000

/**
 * Takes up stored sessions without prompts, recently used wallets first. Wallets announce themselves at any time:
 * after {@link appearTime} the namespaces show as disconnected, and a wallet that comes later is still taken up.
 * From then on follows other tabs: what they ended ends here, what they connected is taken up here. A wallet of this browser that
 * was locked is asked again when the page comes back to the front.
 */
export async function restoreSessions(core: SessionCore, actions: RestoreActions): Promise<void> {
  const { options, waiting, attempts } = core
  const { clock, log, signal, storage } = options
  const tried = new Set<string>()
  /** Not asked again when the page comes back: what they do then isn't known, and it may be a prompt. */
  const failed = new Set<string>()
  const running: Promise<void>[] = []

  const hopeOf = (id: string) => [...attempts].find((hope) => hope.id === id && hope.status !== 'connecting')

  const listed = ({ connectorId }: StoredConnection) => connectorsOf(options.connectors(), connectorId)

  async function attempt(id: string, { followed = false, isQuiet = false } = {}): Promise<void> {
    const stored = waiting.get(id)
    const connectors = stored ? listed(stored) : []
    const [first] = connectors
    if (!first || !stored) return
    const hope = hopeOf(id) ?? core.begin(id, core.known(stored.namespaces), 'reconnecting', { isQuiet })
    const deadline = clock.setTimeout(() => hope.controller.abort(noAnswer(first.name)), answerTime)
    try {
      if (hope.namespaces.length > 0) await actions.restore(connectors, hope, { stored, followed })
    } catch (error) {
      failed.add(id)
      if (!signal.aborted) log.warn(`The earlier session with "${first.name}" could not be taken up.`, error)
    } finally {
      clock.clearTimeout(deadline)
      core.end(hope)
    }
  }

  function tryAppeared(): void {
    for (const [id, stored] of byRecency(core)) {
      if (tried.has(id) || listed(stored).length === 0) continue
      tried.add(id)
      running.push(attempt(id))
    }
  }

  /** Only wallets of this browser: others would have to load their code for the question. */
  function tryUnlocked(): void {
    for (const [id, stored] of waiting) {
      if (!failed.has(id) && areInstalled(listed(stored), log) && !hopeOf(id))
        void attempt(id, { isQuiet: true })
    }
  }

  if (signal.aborted) return
  const follow = () =>
    followOtherTabs(core, {
      remove: actions.remove,
      isUnderWay: (id) => hopeOf(id) !== undefined,
      takeUp: (id) => void attempt(id, { followed: true }),
    })
  stopOnAbort(signal, [options.subscribe(tryAppeared), storage.watch(storedSession, follow)])
  tryAppeared()
  followPage(core, tryUnlocked)
  const areAllHere = () => [...waiting.keys()].every((id) => tried.has(id))
  if (!areAllHere()) await settleOrTimeout(areAllHere, options.subscribe, clock, signal)
  while (running.length > 0) await Promise.all(running.splice(0))
}

function stopOnAbort(signal: AbortSignal, stops: readonly (() => void)[]): void {
  signal.addEventListener('abort', () => stops.forEach((stop) => void stop()), { once: true })
}

function byRecency({ state, waiting }: SessionCore): [id: string, stored: StoredConnection][] {
  const rank = (connectorId: string) => {
    const index = state.recent.findIndex((wallet) => wallet.connectorId === connectorId)
    return index < 0 ? state.recent.length : index
  }
  return [...waiting].sort(([, left], [, right]) => rank(left.connectorId) - rank(right.connectorId))
}

function noAnswer(name: string): ConnectorError {
  return new ConnectorError(`${name} did not answer in time.`, {
    code: 'WALLET_TIMEOUT',
    parameters: { wallet: name },
  })
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

function areInstalled(connectors: readonly ConnectorContribution[], log: LogService): boolean {
  try {
    return connectors.length > 0 && connectors.every((connector) => connector.readiness() === 'installed')
  } catch (error) {
    log.debug('A connector could not say whether its wallet is here.', error)
    return false
  }
}
