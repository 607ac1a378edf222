import {
  ConnectingExternalRoute,
  type ConnectingMultiChainRoute,
  Navigation,
  spanningId,
} from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { ListRow } from '../components/ListRow.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { sameWallet } from '../connectOrder.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { useConnectors } from '../useConnectors.js'
import { useNamespaces } from '../useNamespaces.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'
import { ConnectorIcon } from './ConnectorIcon.js'

/** One wallet that speaks to several kinds of network through separate connectors: which to connect, or all at once. */
export default function ConnectingMultiChainView({
  params,
}: RouteViewProps<RouteParams<typeof ConnectingMultiChainRoute>>) {
  const messages = useMessages(connect)
  const say = useWords()
  const navigation = useService(Navigation)
  const namespaces = useNamespaces()
  const connectors = sameWallet(useConnectors(), params.connectorId)
  const choices = namespaces.flatMap((namespace) => {
    const connector = connectors.find((candidate) => candidate.namespaces.includes(namespace.id))
    return connector ? [{ namespace, connector }] : []
  })
  // A connector with a view of its own, such as a QR code, cannot be one step of several.
  const parts = [...new Set(choices.map(({ connector }) => connector))].filter(({ route }) => !route)
  const open = (target: RouteParams<typeof ConnectingExternalRoute>) =>
    navigation.push(ConnectingExternalRoute, target)
  const wallet = connectors.find((connector) => connector.id === params.connectorId)
  if (!wallet || choices.length === 0) {
    return (
      <EmptyState
        title={messages.gone}
        text={messages.goneText}
        action={<Button onClick={() => navigation.back()}>{messages.anotherWay}</Button>}
      />
    )
  }
  return (
    <div className="lk-stack">
      <div className="lk-hero">
        <ConnectorIcon name={wallet.name} icon={wallet.icon} connectors={parts} size="xl" />
        <p className="lk-hero-text">{messages.chooseChain({ wallet: safeText(wallet.name, 32) })}</p>
      </div>
      {parts.length > 1 ? (
        <Button
          fullWidth
          data-testid="lk-connect-all"
          onClick={() => open({ connectorId: spanningId(parts) })}
        >
          {messages.connectAll}
        </Button>
      ) : null}
      <div className="lk-list">
        {choices.map(({ namespace, connector }) => (
          <ListRow
            key={namespace.id}
            leading={
              <NetworkIcon
                name={say(namespace.label)}
                src={namespace.networks[0]?.icon}
                networkId={namespace.networks[0]?.id}
              />
            }
            title={say(namespace.label)}
            chevron
            testId={`lk-namespace-${namespace.id}`}
            onClick={() => open({ connectorId: connector.id, namespaces: [namespace.id] })}
          />
        ))}
      </div>
    </div>
  )
}
