import {
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  type NavigationService,
} from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { WalletEntry } from '../connectOrder.js'

/** The next view after a wallet was chosen. A connector with a view of its own, such as a QR code, gets that one. */
export function openWallet(
  navigation: Pick<NavigationService, 'draws' | 'push'>,
  entry: WalletEntry,
  namespace?: NamespaceId,
): void {
  const [connector] = entry.connectors
  const fitting = entry.connectors.find(
    (candidate) => namespace !== undefined && candidate.namespaces.includes(namespace),
  )
  if (entry.connectors.length > 1 && !fitting) {
    navigation.push(ConnectingMultiChainRoute, { connectorId: connector.id })
    return
  }
  const chosen = fitting ?? connector
  const params = { connectorId: chosen.id, ...(namespace === undefined ? {} : { namespaces: [namespace] }) }
  const isDrawn = chosen.route !== undefined && navigation.draws(chosen.route.name)
  navigation.push(isDrawn && chosen.route ? chosen.route : ConnectingExternalRoute, params)
}
