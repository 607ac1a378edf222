import { errorWords, type ConnectorContribution, type RouteParams } from '@latchkey/kernel/plugin'
import {
  type ConnectionRecord,
  type ConnectingExternalRoute,
  connectorsOf,
  GetWalletRoute,
  Navigation,
  ProfileWalletsRoute,
  Session,
  Wallets,
} from '@latchkey/kernel/wallet'
import { Button } from '../components/Button.js'
import { attemptCall } from '../contain/attemptCall.js'
import { EmptyState } from '../components/EmptyState.js'
import { RefreshIcon } from '../components/icons/RefreshIcon.js'
import { connect } from '../messages/en/connect.js'
import { useLocale } from '../messages/useLocale.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { useConnectors } from '../useConnectors.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { useWalletName } from '../useWalletName.js'
import { safeText } from '../utils/safeText.js'
import { ConnectorIcon } from './ConnectorIcon.js'
import { useAttempt } from './useAttempt.js'
import { WaitingScreen } from './WaitingScreen.js'

type Params = RouteParams<typeof ConnectingExternalRoute>

/** Opens a wallet, says what to do in it, and offers the ways out. */
export default function ConnectingExternalView({ params }: RouteViewProps<Params>) {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  const connectors = connectorsOf(useConnectors(), params.connectorId)
  const [connector] = connectors
  if (!connector) {
    return (
      <EmptyState
        title={messages.gone}
        text={messages.goneText}
        action={<Button onClick={() => navigation.back()}>{messages.anotherWay}</Button>}
      />
    )
  }
  const missing = connectors.find((candidate) => candidate.readiness() === 'missing')
  if (missing) return <Missing connector={missing} />
  return <Connecting connector={connector} parts={connectors} params={params} />
}

interface ConnectingProps {
  readonly connector: ConnectorContribution
  /** All parts of the wallet that are connected as one. */
  readonly parts: readonly ConnectorContribution[]
  readonly params: Params
}

function Connecting({ connector, parts, params }: ConnectingProps) {
  const messages = useMessages(connect)
  const say = useWords()
  const navigation = useService(Navigation)
  const session = useService(Session)
  const wallet = useWalletName()(connector.name)
  const tellMissing = useTellMissing(wallet, parts)
  const { status, error, retry } = useAttempt(
    async (signal) => {
      const entry = await session.connect({
        connectorId: params.connectorId,
        signal,
        ...(params.namespaces ? { namespaces: params.namespaces } : {}),
      })
      if (!signal.aborted) tellMissing(entry)
    },
    () => {
      // Something that must follow, such as signing in, may have taken the place of this view already.
      if (navigation.state.entries.at(-1)?.params !== params) return
      if (!navigation.backTo(ProfileWalletsRoute)) navigation.close()
    },
  )
  const failed = status === 'declined' || status === 'error'
  const words = {
    pending: { title: messages.continueIn({ wallet }), text: messages.openAndConfirm({ wallet }) },
    success: { title: messages.connected({ wallet }), text: undefined },
    declined: { title: messages.declined, text: messages.declinedText },
    error: { title: messages.failed({ wallet }), text: error && say(errorWords(error)) },
  }[status]
  return (
    <WaitingScreen
      testId="lk-connecting"
      picture={
        <ConnectorIcon name={connector.name} icon={connector.icon} connectors={[connector]} size="xl" />
      }
      state={status}
      title={words.title}
      text={words.text}
      error={error}
      actions={
        <>
          {failed ? (
            <Button fullWidth icon={<RefreshIcon />} data-testid="lk-connecting-retry" onClick={retry}>
              {messages.tryAgain}
            </Button>
          ) : null}
          {failed ? (
            <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
              {messages.anotherWay}
            </Button>
          ) : (
            <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
              {messages.cancel}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Names the chains that a wallet of several parts could not be connected on. */
function useTellMissing(
  wallet: string,
  parts: readonly ConnectorContribution[],
): (entry: ConnectionRecord) => void {
  const messages = useMessages(connect)
  const say = useWords()
  const locale = useLocale()
  const wallets = useService(Wallets)
  const { kernel, report } = useShell()
  return (entry) => {
    const labels = parts
      .filter((part) => !part.namespaces.some((id) => entry.namespaces.includes(id)))
      .flatMap((part) =>
        part.namespaces.flatMap((id) => attemptCall(() => wallets.namespace(id), undefined) ?? []),
      )
      .map(({ label }) => safeText(say(label), 24))
    if (labels.length === 0) return
    const chains = new Intl.ListFormat(locale, { type: 'disjunction' }).format(labels)
    const text = messages.partlyConnected({ wallet, chains })
    // News are shown by code that comes with the further views: loaded here as well, it would cut the first load into many pieces.
    void import('../shell/furtherViewsChunk.js')
      .then(({ tellError }) => tellError(kernel, text))
      .catch((error: unknown) => report('A message could not be shown.', error))
  }
}

function Missing({ connector }: { readonly connector: ConnectorContribution }) {
  const messages = useMessages(connect)
  const navigation = useService(Navigation)
  const wallet = useWalletName()(connector.name)
  return (
    <WaitingScreen
      picture={
        <ConnectorIcon name={connector.name} icon={connector.icon} connectors={[connector]} size="xl" />
      }
      state="error"
      title={messages.missing({ wallet })}
      text={messages.missingText}
      actions={
        <>
          <Button fullWidth onClick={() => navigation.push(GetWalletRoute)}>
            {messages.getWallet}
          </Button>
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {messages.anotherWay}
          </Button>
        </>
      }
    />
  )
}
