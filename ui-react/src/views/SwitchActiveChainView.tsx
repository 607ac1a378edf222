import {
  ConnectingExternalRoute,
  ConnectRoute,
  Navigation,
  Networks,
  partsOf,
  Session,
  type SwitchActiveChainRoute,
} from '@latchkey/kernel/wallet'
import { namespaceOf } from '@latchkey/kernel/contracts'
import type { NamespaceId, RouteParams } from '@latchkey/kernel/plugin'
import { Button } from '../components/Button.js'
import { sameWallet } from '../connectOrder.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { useNamespace } from '../useNamespace.js'
import { useConnectors } from '../useConnectors.js'
import { useWallet } from '../hooks/useWallet.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'

/** The chosen network belongs to a namespace that no connected wallet spans: the same wallet may, else another one. */
export default function SwitchActiveChainView({
  params,
}: RouteViewProps<RouteParams<typeof SwitchActiveChainRoute>>) {
  const messages = useMessages(section)
  const say = useWords()
  const navigation = useService(Navigation)
  const network = useService(Networks).find(params.networkId)
  const namespaceId = namespaceOf(params.networkId)
  const label = say(useNamespace(namespaceId)?.label ?? namespaceId)
  const name = safeText(network?.name ?? params.networkId, 32)
  const own = useOwnConnector(namespaceId)
  if (own) {
    const wallet = safeText(own.wallet, 32)
    return (
      <div className="lk-stack">
        <div className="lk-hero">
          <NetworkIcon name={name} src={network?.icon} networkId={params.networkId} size="xl" />
          <p className="lk-hero-title">{messages.sameWallet({ wallet, network: name })}</p>
          <p className="lk-hero-text">{messages.sameWalletText({ wallet })}</p>
        </div>
        <Button
          fullWidth
          data-testid="lk-connect-same"
          onClick={() =>
            navigation.push(ConnectingExternalRoute, {
              connectorId: own.connectorId,
              namespaces: [namespaceId],
            })
          }
        >
          {messages.connectOn({ namespace: label })}
        </Button>
        <Button
          variant="secondary"
          fullWidth
          data-testid="lk-connect-other"
          onClick={() => navigation.push(ConnectRoute, { namespace: namespaceId })}
        >
          {messages.useOther}
        </Button>
      </div>
    )
  }
  return (
    <div className="lk-stack">
      <div className="lk-hero">
        <NetworkIcon name={name} src={network?.icon} networkId={params.networkId} size="xl" />
        <p className="lk-hero-title">{messages.otherWallet({ namespace: label })}</p>
        <p className="lk-hero-text">{messages.otherWalletText({ namespace: label })}</p>
      </div>
      <Button
        fullWidth
        data-testid="lk-connect-other"
        onClick={() => navigation.push(ConnectRoute, { namespace: namespaceId })}
      >
        {messages.connectOther({ namespace: label })}
      </Button>
      <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
        {messages.cancel}
      </Button>
    </div>
  )
}

/** The connector of a connected wallet for a namespace it was not connected for, the active wallet's before others'. */
function useOwnConnector(namespace: NamespaceId) {
  const session = useService(Session)
  const connectors = useConnectors()
  const { connections: all } = session.state
  const active = useWallet()?.connection
  const connections = active ? [active, ...all] : all
  for (const { name, connectorId } of connections) {
    const own = partsOf(connectorId).flatMap((part) => sameWallet(connectors, part))
    // One with a view of its own, such as a QR code, is chosen from the list.
    const found = own.find((each) => each.namespaces.includes(namespace) && !each.route)
    // With two of that name nobody can tell which one is the connected wallet's: the list shows both.
    const isOnly =
      connectors.filter((each) => each.name === found?.name && each.namespaces.includes(namespace)).length ===
      1
    if (found && isOnly && found.readiness() === 'installed') return { wallet: name, connectorId: found.id }
  }
  return undefined
}
