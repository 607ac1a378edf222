import type { ConnectorContribution } from '../../contracts/points/connector.js'
import type { Clock } from '../../platform/clock.js'
import type { LogService } from '../../platform/log.js'
import { createRestoreAttempts } from './createRestoreAttempts.js'
import { followHidden } from './followHidden.js'
import { followOtherTabs } from './followOtherTabs.js'
import { followPage } from './followPage.js'
import type { SessionCore } from './sessionCore.js'
import type { SessionConnections } from './connections.js'
import type { SessionOpening } from './opening.js'
import { type StoredConnection, storedSession } from './storedSession.js'

type RestoreActions = Pick<SessionOpening, 'restore'> & Pick<SessionConnections, 'remove'>

/** How long a wallet may take to appear on the page before its namespaces show as disconnected. */
const appearTime = 3_000

/**
 * Takes up stored sessions without prompts, recently used wallets first. Wallets announce themselves at any time:
 * after {@link appearTime} the namespaces show as disconnected, and a wallet that comes later is still taken up.
 * From then on follows other tabs: what they ended ends here, what they connected is taken up here. A wallet of this browser that
 * was locked is taken up once it tells accounts by itself, and is asked again when the page comes back to the front.
 */
export async function restoreSessions(core: SessionCore, actions: RestoreActions): Promise<void> {
  const { options, waiting } = core
  const { clock, log, signal, storage } = options
  const tried = new Set<string>()
  const running: Promise<void>[] = []
  const { attempt, isUnderWay, listed, mayBeAsked, underWay } = createRestoreAttempts(core, actions.restore)

  function tryAppeared(): void {
    for (const [id, stored] of byRecency(core)) {
      if (tried.has(id) || core.asleep.has(id) || listed(stored).length === 0) continue
      tried.add(id)
      running.push(attempt(id))
    }
  }

  /** Only wallets of this browser: others would have to load their code for the question. */
  function tryUnlocked(): void {
    for (const [id, stored] of waiting) {
      if (mayBeAsked(id) && areInstalled(listed(stored), log)) void attempt(id, { isQuiet: true })
    }
  }

  if (signal.aborted) return
  core.followHidden = followHidden(core, {
    listed,
    async takeUp(id) {
      await underWay(id)
      if (waiting.has(id)) await attempt(id, { isQuiet: true })
    },
  })
  const follow = () =>
    followOtherTabs(core, {
      remove: actions.remove,
      isUnderWay,
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
