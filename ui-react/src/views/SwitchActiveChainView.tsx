import {
  ConnectRoute,
  namespaceOf,
  Navigation,
  Networks,
  type RouteParams,
  type SwitchActiveChainRoute,
} from '@latchkey/kernel/plugin'
import { Button } from '../components/Button.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { useNamespace } from '../useNamespace.js'
import { useService } from '../useService.js'
import { safeText } from '../utils/safeText.js'

/** The chosen network belongs to a namespace that no connected wallet spans. */
export default function SwitchActiveChainView({
  params,
}: RouteViewProps<RouteParams<typeof SwitchActiveChainRoute>>) {
  const messages = useMessages(section)
  const say = useWords()
  const navigation = useService(Navigation)
  const network = useService(Networks).find(params.networkId)
  const namespaceId = namespaceOf(params.networkId)
  const label = say(useNamespace(namespaceId)?.label ?? namespaceId)
  const name = network?.name ?? params.networkId
  return (
    <div className="lk-stack">
      <div className="lk-hero">
        <NetworkIcon name={name} src={network?.icon} size="xl" />
        <p className="lk-hero-title">{messages.otherWallet({ network: safeText(name, 32) })}</p>
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
