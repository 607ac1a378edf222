import { subscribe } from 'valtio/vanilla'
import { type NetworkId, namespaceOf } from '../../contracts/caip.js'
import type { Connection } from '../../contracts/points/connector.js'
import { ConnectorError } from '../../errors/connector.js'
import { networkNotApproved } from '../../errors/networkNotApproved.js'
import { rpcErrorFrom } from '../../errors/rpc.js'
import type { ConnectionChanges } from './connectionChanges.js'
import type { SessionCore } from './sessionCore.js'

/** How long a wallet may take to report the network that it said it switched to. */
const confirmTime = 3_000

/**
 * Asks a connection's wallet to switch its network, and notes the new network once the wallet confirms it.
 * @throws NetworkError `NETWORK_NOT_APPROVED` when the wallet cannot switch and has not approved the network.
 * @throws ConnectorError `NETWORK_SWITCH_UNCONFIRMED` when the wallet stays on another network.
 */
export async function switchWalletNetwork(
  core: SessionCore,
  changes: Pick<ConnectionChanges, 'apply' | 'flushReports'>,
  connectionId: string,
  networkId: NetworkId,
): Promise<void> {
  const connection = core.live.get(connectionId)
  const namespace = namespaceOf(networkId)
  const entry = core.record(connectionId)
  const approved = entry?.approvedNetworks[namespace]
  if (entry && !connection?.switchNetwork && approved?.includes(networkId) === false) {
    const listed = core.options.namespaces().find((candidate) => candidate.id === namespace)?.networks
    throw networkNotApproved(entry.name, listed?.find(({ id }) => id === networkId)?.name ?? networkId)
  }
  try {
    await connection?.switchNetwork?.(networkId)
  } catch (error) {
    throw rpcErrorFrom(error, { method: 'switchNetwork' })
  }
  if (!connection || !entry) return
  if (connection.switchNetwork && !(await isConfirmed(core, connectionId, connection, networkId))) {
    throw switchUnconfirmed(entry.name)
  }
  // What the wallet reported before the switch ended is older than the switch.
  changes.flushReports(connection)
  changes.apply(connectionId, connection, { networks: { [namespace]: networkId } })
}

/**
 * Whether the wallet itself says that it is on the network, by its connection or by a report, within
 * {@link confirmTime}. A wallet that names no current network has none to confirm: the choice is the app's.
 */
async function isConfirmed(
  { options, state, record }: SessionCore,
  id: string,
  connection: Connection,
  networkId: NetworkId,
): Promise<boolean> {
  const namespace = namespaceOf(networkId)
  const current = () => [connection.networks?.[namespace], record(id)?.networks[namespace]]
  const isThere = () => current().includes(networkId) || current().every((network) => network === undefined)
  if (isThere()) return true
  return new Promise((resolve) => {
    const end = () => {
      options.clock.clearTimeout(timer)
      stop()
      resolve(isThere())
    }
    const timer = options.clock.setTimeout(end, confirmTime)
    const stop = subscribe(state, () => isThere() && end(), true)
  })
}

function switchUnconfirmed(name: string): ConnectorError {
  return new ConnectorError(`${name} did not switch the network. Switch it in the wallet and try again.`, {
    code: 'NETWORK_SWITCH_UNCONFIRMED',
    parameters: { wallet: name },
  })
}
