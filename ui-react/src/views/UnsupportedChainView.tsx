import type { RouteParams } from '@latchkey/kernel/plugin'
import type { UnsupportedChainRoute } from '@latchkey/kernel/wallet'
import { Banner } from '../components/Banner.js'
import { DisconnectIcon } from '../components/icons/DisconnectIcon.js'
import { ListRow } from '../components/ListRow.js'
import { useAccount } from '../hooks/useAccount.js'
import { networks as section } from '../messages/en/networks.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { attemptCall } from '../contain/attemptCall.js'
import { safeText } from '../utils/safeText.js'
import { NetworkRows } from './NetworkRows.js'
import { useChooseNetwork } from './useChooseNetwork.js'
import { useDisconnectWallet } from './useDisconnectWallet.js'
import { RowIcon } from './RowIcon.js'

/** The wallet stands where the app cannot follow: the networks of the app, or out. */
export default function UnsupportedChainView({
  params,
}: RouteViewProps<RouteParams<typeof UnsupportedChainRoute>>) {
  const messages = useMessages(section)
  const say = useWords()
  const { isConnected, namespace } = useAccount()
  const choose = useChooseNetwork()
  const disconnect = useDisconnectWallet()
  return (
    <div className="lk-stack">
      <Banner tone="warning" title={messages.unsupported}>
        {safeText(reasonOf(params, say), 300) || messages.unsupportedText}
      </Banner>
      <NetworkRows namespace={namespace} onChoose={choose} />
      {isConnected ? (
        <ListRow
          leading={
            <RowIcon>
              <DisconnectIcon />
            </RowIcon>
          }
          title={messages.disconnect}
          testId="disconnect-button"
          onClick={() => void disconnect({ namespace })}
        />
      ) : null}
    </div>
  )
}

/** A plugin that opens the view may give anything. */
function reasonOf(params: unknown, say: (words: unknown) => string): string {
  return attemptCall(() => say((params as { readonly reason?: unknown } | undefined)?.reason), '')
}
