import { errorWords, type RouteParams, type Network } from '@latchkey/kernel/plugin'
import { Navigation, Networks, Wallets, type SwitchNetworkRoute } from '@latchkey/kernel/wallet'
import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { RefreshIcon } from '../components/icons/RefreshIcon.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { leaveNetworkViews } from '../shell/leaveNetworkViews.js'
import { useService } from '../useService.js'
import { useWalletName } from '../useWalletName.js'
import { safeText } from '../utils/safeText.js'
import { useAttempt } from './useAttempt.js'
import { WaitingScreen } from './WaitingScreen.js'

/** Asks the wallet to switch at once, and says how it went. Leaves when it went well. */
export default function SwitchNetworkView({
  params,
}: RouteViewProps<RouteParams<typeof SwitchNetworkRoute>>) {
  const messages = useMessages(section)
  const navigation = useService(Navigation)
  const network = useService(Networks).find(params.networkId)
  if (network) return <Switching key={network.id} network={network} />
  return (
    <EmptyState
      title={messages.unknown}
      text={messages.unknownText}
      action={<Button onClick={() => navigation.back()}>{messages.anotherNetwork}</Button>}
    />
  )
}

function Switching({ network }: { readonly network: Network }) {
  const messages = useMessages(section)
  const say = useWords()
  const navigation = useService(Navigation)
  const service = useService(Networks)
  const asked = useService(Wallets).active(network.namespace)
  const walletName = useWalletName()
  const wallet = asked?.connection.name
  const { status, error, retry } = useAttempt(
    () => service.switch(network.id),
    () => leaveNetworkViews(navigation),
  )
  const name = safeText(network.name, 32)
  const current = asked?.network?.name
  const failed = status === 'declined' || status === 'error'
  const waiting = wallet === undefined ? undefined : messages.confirmIn({ wallet: walletName(wallet) })
  const words = {
    pending: { title: messages.switchingTo({ network: name }), text: waiting },
    success: { title: messages.switchingTo({ network: name }), text: undefined },
    declined: {
      title: messages.declined,
      text: current === undefined ? undefined : messages.declinedText({ network: safeText(current, 32) }),
    },
    error: { title: messages.failed, text: error && say(errorWords(error)) },
  }[status]
  return (
    <WaitingScreen
      testId="lk-switching"
      picture={<NetworkIcon name={network.name} src={network.icon} networkId={network.id} size="xl" />}
      state={status}
      title={words.title}
      text={words.text}
      error={error}
      actions={
        <>
          {failed ? (
            <Button fullWidth icon={<RefreshIcon />} data-testid="lk-switching-retry" onClick={retry}>
              {messages.tryAgain}
            </Button>
          ) : null}
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {failed ? messages.anotherNetwork : messages.cancel}
          </Button>
        </>
      }
    />
  )
}
