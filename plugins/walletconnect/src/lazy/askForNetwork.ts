import { untilAborted } from '@latchkey/kernel/chain'
import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { networkNotApproved, networkNotGranted } from '../sessionErrors.js'
import type { SessionAccess } from './SessionAccess.js'
import { isGranted } from './sessionState.js'
import { waysToAsk } from './waysToAsk.js'

export interface AskForNetworkOptions {
  readonly networkId: NetworkId
  readonly session: SessionAccess
  readonly wallets: Pick<WalletsService, 'chain'>
  readonly clock: Clock
  /** Aborted when the session is over. */
  readonly signal: AbortSignal
}

/** How long a wallet that agreed may take to grant the network. Milliseconds. */
const grantTime = 10_000

/** How long a wallet that was told of a network may take to go there, before it is asked to. Milliseconds. */
const addedTime = 3_000

/**
 * Asks the wallet for a network that its session lacks, and is done when the session has it: a wallet's word is no
 * account there.
 *
 * @throws WalletConnectError `NETWORK_NOT_APPROVED`, `NETWORK_SWITCH_UNCONFIRMED`, `SESSION_ENDED`; ConnectorError
 *   `USER_REJECTED`, `NETWORK_NOT_ADDABLE`; BaseError by the wallet's code
 */
export async function askForNetwork(options: AskForNetworkOptions): Promise<void> {
  const { networkId, session } = options
  const id = namespaceOf(networkId)
  const methods = () => session.view().approved.namespaces[id]?.methods ?? []
  const ways = waysToAsk(options.wallets, networkId, methods())
  if (!ways) throw networkNotApproved(networkId)
  await ways.request({
    networkId,
    wallet: session.walletName,
    allows: (method) => methods().includes(method),
    ask: ({ method, params }) => session.ask(session.view().networks[id] ?? networkId, method, params),
    isThere: () => isSoonGranted(options, addedTime),
  })
  if (!(await isSoonGranted(options, grantTime))) throw networkNotGranted(networkId)
}

async function isSoonGranted(options: AskForNetworkOptions, time: number): Promise<boolean> {
  const { networkId, session, clock, signal } = options
  let stop = () => {}
  const granted = new Promise<boolean>((resolve) => {
    const look = () => isGranted(session.view(), networkId) && resolve(true)
    const timer = clock.setTimeout(() => resolve(false), time)
    const unsubscribe = session.subscribe(look)
    stop = () => {
      clock.clearTimeout(timer)
      unsubscribe()
    }
    look()
  })
  return untilAborted(signal, granted).finally(stop)
}
