import { AccountRoute, Navigation } from '@latchkey/kernel/plugin'
import {
  Banner,
  Button,
  EmptyState,
  ExternalIcon,
  safeHttpUrl,
  safeText,
  truncateAddress,
  useLocale,
  useMessages,
  useService,
  useWalletName,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { type ReactNode, useState } from 'react'
import { SendRoute } from '../routes.js'
import type { SendState } from '../Sender.js'
import { exactText } from './exactText.js'
import { sendMessages } from './messages.js'
import type { SendViewProps } from './SendViewProps.js'
import { useSendState } from './useSendState.js'

/** The wallet is asked, then the chain: who is asked, what to do there, and how it ended. */
export default function ProgressView({ controller }: SendViewProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const state = useSendState()
  if (state.phase === 'signing' && state.preview) return <Asking state={state} controller={controller} />
  if (state.transaction) return <Following state={state} controller={controller} />
  return (
    <EmptyState
      title={messages.nothingToConfirm}
      text={messages.nothingToConfirmText}
      action={<Button onClick={() => navigation.replace(SendRoute, undefined)}>{messages.toForm}</Button>}
    />
  )
}

interface PartProps extends SendViewProps {
  readonly state: SendState
}

function Picture({ state }: { readonly state: SendState }) {
  const { walletName = '', walletIcon } = state.target ?? {}
  return <WalletIcon name={walletName} src={walletIcon} size="xl" />
}

function Asking({ state, controller }: PartProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const [isStopping, setStopping] = useState(false)
  const wallet = useWalletName()(state.target?.walletName ?? '') || messages.aWallet
  const amount = state.preview ? exactText(state.preview.amount, locale) : ''
  const receiver = truncateAddress(state.preview?.receiver.address ?? '')
  return (
    <WaitingScreen
      testId="send-asking"
      picture={<Picture state={state} />}
      state="pending"
      title={messages.confirmIn({ wallet })}
      text={messages.confirmText({ wallet, amount, receiver })}
      actions={
        isStopping ? (
          <>
            <Banner tone="warning" title={messages.noAnswerTitle} announce="status">
              {messages.noAnswerText}
            </Banner>
            <Button
              variant="danger"
              fullWidth
              data-testid="send-stop"
              onClick={() => controller.forgetRequest()}
            >
              {messages.stopWaiting}
            </Button>
            <Button variant="secondary" fullWidth onClick={() => setStopping(false)}>
              {messages.keepWaiting}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
              {messages.goBack}
            </Button>
            <Button variant="ghost" fullWidth data-testid="send-no-answer" onClick={() => setStopping(true)}>
              {messages.noAnswer}
            </Button>
          </>
        )
      }
    />
  )
}

const ringStates = { confirmed: 'success', failed: 'error', undecided: 'error' } as const

function Following({ state, controller }: PartProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const say = useWords()
  const walletName = useWalletName()
  const { phase, transaction } = state
  if (!transaction) return null
  const amount = exactText(transaction.amount, locale)
  const receiver = truncateAddress(transaction.receiver.address)
  const reason = transaction.reason === undefined ? undefined : safeText(say(transaction.reason), 300)
  const wallet = walletName(state.target?.walletName ?? '') || messages.aWallet
  const isUnnamed = transaction.id === undefined
  // Where money may have left, no sentence of an error is shown: many of them end with "Try again".
  const words = isUnnamed
    ? { title: messages.unnamed, text: messages.unnamedText({ wallet }) }
    : transaction.outcome === 'different'
      ? { title: messages.different, text: reason ?? messages.undecidedText }
      : transaction.outcome === 'unknown'
        ? { title: messages.unproven, text: reason ?? messages.undecidedText }
        : phase === 'confirmed'
          ? { title: messages.confirmed({ amount }), text: messages.confirmedText({ receiver }) }
          : phase === 'failed'
            ? { title: messages.failed, text: reason ?? messages.failedText }
            : phase === 'undecided'
              ? { title: messages.undecided, text: messages.undecidedText }
              : { title: messages.pending({ amount }), text: messages.pendingText }
  const startAgain = () => {
    controller.reset()
    navigation.replace(SendRoute, undefined)
  }
  return (
    <WaitingScreen
      testId={`send-${phase}`}
      picture={<Picture state={state} />}
      state={ringStates[phase as keyof typeof ringStates] ?? 'pending'}
      title={words.title}
      text={words.text}
      actions={
        <>
          <ExplorerLink url={transaction.explorerUrl}>
            {isUnnamed ? messages.accountExplorer : messages.explorer}
          </ExplorerLink>
          <Button
            fullWidth
            data-testid="send-done"
            data-autofocus=""
            onClick={() => navigation.reset(AccountRoute, undefined)}
          >
            {messages.done}
          </Button>
          {phase === 'pending' ? null : (
            <Button variant="secondary" fullWidth onClick={startAgain}>
              {phase === 'confirmed' ? messages.again : messages.tryAgain}
            </Button>
          )}
        </>
      }
    />
  )
}

function ExplorerLink({ url, children }: { readonly url: string | undefined; readonly children: ReactNode }) {
  const href = safeHttpUrl(url)
  if (href === undefined) return null
  return (
    <a
      className="lk-button"
      data-variant="ghost"
      data-size="md"
      data-full=""
      data-testid="send-explorer"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className="lk-button-label">{children}</span>
      <span className="lk-button-icon">
        <ExternalIcon size="sm" />
      </span>
    </a>
  )
}
