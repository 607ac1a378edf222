import type { BaseError } from '../../errors/base.js'
import type { SessionActions } from './sessionActions.js'
import type { Attempt, SessionCore, Writable } from './sessionCore.js'
import { ConnectDeclined, type SessionService } from './sessionState.js'
import { connectorsOf } from './walletParts.js'

/** Connecting, as far as it runs before what talks to wallets is loaded. Two calls that ask for the same share one attempt. */
export function createSessionConnect(
  core: SessionCore,
  actions: () => Promise<SessionActions>,
): SessionService['connect'] {
  return ({ connectorId, namespaces, signal, onUri }) => {
    const connectors = connectorsOf(core.options.connectors(), connectorId)
    const [first] = connectors
    const asked = core.known(namespaces ?? connectors.flatMap((connector) => connector.namespaces))
    if (!first || asked.length === 0) {
      return actions().then((ready) => ready.refuse(connectorId, first, namespaces))
    }
    const key = [connectorId, ...asked].join('\n')
    for (const { asking } of core.attempts) {
      // An attempt that its caller gave up, but that has not ended yet, is not shared.
      if (asking?.key === key && !asking.signal?.aborted) return asking.answer
    }
    const attempt: Writable<Attempt> = core.begin(connectorId, asked, 'connecting')
    const answer = actions()
      .then((ready) =>
        ready.connect({ connectors, attempt, activate: namespaces !== undefined, signal, onUri }),
      )
      .catch((error: BaseError) => {
        const { code } = error
        if (code === 'USER_REJECTED') core.options.events.emit(ConnectDeclined, { connectorId })
        else if (code !== 'REQUEST_ABORTED') core.tellFailed(connectorId, error)
        throw error
      })
      .finally(() => core.end(attempt))
    attempt.asking = { key, answer, signal }
    return answer
  }
}
