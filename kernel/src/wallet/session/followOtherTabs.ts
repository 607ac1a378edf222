import type { SessionCore } from './sessionCore.js'
import type { SessionConnections } from './connections.js'
import { connectionIdOf } from './connectionId.js'
import { type StoredSession, storedSession } from './storedSession.js'

/** What following other tabs needs of taking up sessions. */
export interface FollowActions extends Pick<SessionConnections, 'remove'> {
  /** Whether the connection is being taken up already. */
  isUnderWay(connectionId: string): boolean
  takeUp(connectionId: string): void
}

/** Takes over what another tab stored: what it ended ends here, and what it connected is taken up here. */
export function followOtherTabs(core: SessionCore, actions: FollowActions): void {
  const { options, state, waiting } = core
  const session = options.storage.read(storedSession)
  if (options.signal.aborted || !session) return
  const stored = session.connections
  const ids = stored.map(connectionIdOf)
  for (const id of [...state.connections.map((entry) => entry.id), ...waiting.keys()]) {
    // Its own word alone takes it up: no tab stores it.
    if (ids.includes(id) || core.asleep.has(id)) continue
    core.cancel((other) => other === id)
    actions.remove(id)
  }
  for (const [index, entry] of stored.entries()) {
    const id = ids[index] as string
    // It's stored again: what ends it there ends it here.
    core.asleep.delete(id)
    if (core.record(id) || actions.isUnderWay(id)) continue
    adoptChoices(core, session)
    waiting.set(id, entry)
    actions.takeUp(id)
  }
}

/** As after a reload, what another tab made active becomes active here too, where nothing else is. */
function adoptChoices(core: SessionCore, { active, activeNamespace }: StoredSession): void {
  const { state, intended } = core
  for (const [namespace, choice] of Object.entries(active)) {
    if (!intended.has(namespace)) intended.set(namespace, choice)
  }
  const [wanted] = core.known([activeNamespace ?? ''])
  const isConnected = state.namespaces[state.activeNamespace ?? '']?.status === 'connected'
  if (wanted !== undefined && !isConnected) state.activeNamespace = wanted
}
