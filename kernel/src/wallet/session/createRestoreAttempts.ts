import type { ConnectorContribution } from '../../contracts/points/connector.js'
import { answerTime, noAnswer } from './noAnswer.js'
import type { SessionOpening } from './opening.js'
import type { Attempt, SessionCore } from './sessionCore.js'
import type { StoredConnection } from './storedSession.js'
import { connectorsOf } from './walletParts.js'

interface AttemptOptions {
  /** Another tab stored it a moment ago. */
  readonly followed?: boolean
  /** Nobody is told that it's under way. */
  readonly isQuiet?: boolean
}

/** Takes up sessions that wait, one question at a time for each. */
export interface RestoreAttempts {
  /** Never rejects. */
  attempt(connectionId: string, options?: AttemptOptions): Promise<void>
  /** Ends with the attempt that is under way, if any is. */
  underWay(connectionId: string): Promise<void> | undefined
  /** Also where the wallet is only expected to appear. */
  isUnderWay(connectionId: string): boolean
  /** Whether the wallet may be asked because the page comes back. */
  mayBeAsked(connectionId: string): boolean
  /** The connectors that reach a session, while all of them are listed. */
  listed(stored: StoredConnection): readonly ConnectorContribution[]
}

export function createRestoreAttempts(core: SessionCore, open: SessionOpening['restore']): RestoreAttempts {
  const { options, waiting, attempts } = core
  const { clock, log, signal } = options
  /** Not asked again when the page comes back: what they do then isn't known, and it may be a prompt. */
  const failed = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const hopeOf = (id: string) => [...attempts].find((hope) => hope.id === id && hope.status !== 'connecting')
  const listed = ({ connectorId }: StoredConnection) => connectorsOf(options.connectors(), connectorId)

  const isUnderWay = (id: string) => running.has(id) || hopeOf(id) !== undefined

  async function ask(stored: StoredConnection, hope: Attempt, followed: boolean): Promise<void> {
    const connectors = listed(stored)
    const name = connectors[0]?.name ?? ''
    const deadline = clock.setTimeout(() => hope.controller.abort(noAnswer(name)), answerTime)
    try {
      if (hope.namespaces.length > 0) await open(connectors, hope, { stored, followed })
      failed.delete(hope.id)
    } catch (error) {
      failed.add(hope.id)
      if (!signal.aborted) log.warn(`The earlier session with "${name}" could not be taken up.`, error)
    } finally {
      clock.clearTimeout(deadline)
      core.end(hope)
    }
  }

  return {
    listed,
    underWay: (id) => running.get(id),
    isUnderWay,
    mayBeAsked: (id) => !failed.has(id) && !core.asleep.has(id) && !isUnderWay(id),
    async attempt(id, { followed = false, isQuiet = false } = {}) {
      const stored = waiting.get(id)
      if (!stored || listed(stored).length === 0) return
      const hope = hopeOf(id) ?? core.begin(id, core.known(stored.namespaces), 'reconnecting', { isQuiet })
      const own = ask(stored, hope, followed)
      running.set(id, own)
      await own
      if (running.get(id) === own) running.delete(id)
      core.followHidden?.()
    },
  }
}
