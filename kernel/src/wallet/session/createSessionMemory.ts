import { say } from '#sentences'
import type { NamespaceId } from '../../contracts/caip.js'
import { connectionIdOf } from './connectionId.js'
import type { SessionController } from './session.js'
import type { SessionActions } from './sessionActions.js'
import type { SessionCore } from './sessionCore.js'
import { recentLimit, storedRecent, storedSession } from './storedSession.js'

/** What is stored of the session: read before the first paint, taken up when the kernel starts, and forgotten. */
export function createSessionMemory(
  core: SessionCore,
  actions: () => Promise<SessionActions>,
): Pick<SessionController, 'load' | 'start' | 'forgetRecent'> {
  const { options, state, waiting } = core
  let storedNamespace: NamespaceId | undefined
  return {
    load({ sessions }) {
      const stored = sessions ? options.storage.read(storedSession) : undefined
      state.recent = [...(options.storage.read(storedRecent) ?? [])].slice(0, recentLimit)
      core.isLoaded = true
      if (!stored) return
      state.activeNamespace ??= stored.activeNamespace
      storedNamespace = stored.activeNamespace
      for (const [namespace, choice] of Object.entries(stored.active)) core.intended.set(namespace, choice)
      for (const connection of stored.connections) {
        const id = connectionIdOf(connection)
        if (waiting.has(id) || core.record(id)) continue
        waiting.set(id, connection)
        core.begin(id, connection.namespaces, 'connecting')
      }
    },
    start({ sessions }) {
      state.activeNamespace = core.known([state.activeNamespace ?? ''])[0]
      for (const attempt of [...core.attempts]) {
        const { id, namespaces } = attempt
        if (!waiting.has(id)) continue
        core.begin(id, core.known(namespaces), 'reconnecting')
        core.end(attempt)
      }
      const finish = () => {
        for (const attempt of core.attempts) if (attempt.status === 'reconnecting') core.end(attempt)
        // A namespace that a person chose since the page was loaded stays, connected or not.
        core.followConnection([storedNamespace])
        state.restored = true
      }
      // Loaded in any case: a wallet must open within the person's click, not after a download.
      const restored = actions().then((ready) => (sessions ? ready.restoreStored() : undefined))
      if (!sessions) finish()
      void restored
        .catch((error: unknown) => options.log.error(say('restore'), error))
        .then(() => !options.signal.aborted && finish())
    },
    forgetRecent(connectorId, name) {
      state.recent = state.recent.filter(
        (wallet) => wallet.connectorId !== connectorId || (name !== undefined && wallet.name !== name),
      )
      options.storage.write(storedRecent, [...state.recent])
    },
  }
}
