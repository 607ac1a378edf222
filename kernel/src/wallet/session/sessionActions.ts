import { createSessionAccounts, type SessionAccounts } from './accounts.js'
import { createSessionConnections, type SessionConnections } from './connections.js'
import { followPage } from './followPage.js'
import { createSessionOpening, type SessionOpening } from './opening.js'
import { restoreSessions } from './restoring.js'
import type { SessionCore } from './sessionCore.js'

/** The part of the session that talks to wallets. */
export interface SessionActions
  extends Pick<SessionAccounts, 'setActiveAccount'>,
    Pick<SessionConnections, 'askNetwork' | 'disconnect' | 'releaseAll'>,
    Pick<SessionOpening, 'connect' | 'refuse'> {
  /** Takes up what is stored, and from then on follows what other tabs store. */
  restoreStored(): Promise<void>
}

export function createSessionActions(core: SessionCore): SessionActions {
  const accounts = createSessionAccounts(core)
  const connections = createSessionConnections(core, accounts)
  const { connect, refuse, restore } = createSessionOpening(core, accounts, connections)
  const { askNetwork, disconnect, releaseAll, remove } = connections
  followPage(core, () => refreshAll(core))
  return {
    askNetwork,
    connect,
    disconnect,
    refuse,
    releaseAll,
    setActiveAccount: accounts.setActiveAccount,
    restoreStored: () => restoreSessions(core, { restore, remove }),
  }
}

/** Has every wallet asked for what the page may have slept through. */
function refreshAll({ live, options }: SessionCore): void {
  for (const connection of live.values()) {
    const asked = (async () => connection.refresh?.())()
    asked.catch((error: unknown) => options.log.debug('A wallet could not be asked again.', error))
  }
}
