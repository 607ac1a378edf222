import { AccountRoute, Navigation } from '@latchkey/kernel/plugin'
import {
  Banner,
  Button,
  EmptyState,
  ExternalIcon,
  safeHttpUrl,
  safeText,
  useLocale,
  useMessages,
  useService,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { SwapRoute } from '../routes.js'
import type { SwapState } from '../Swapper.js'
import { exactText } from './exactText.js'
import { OpenAllowanceBanner } from './OpenAllowanceBanner.js'
import { swapMessages } from './swapMessages.js'
import type { SwapViewProps } from './SwapViewProps.js'
import { useSwapState } from './useSwapState.js'

/** The wallet is asked, then the chain: who is asked, what to do there, and how it ended. */
export default function ProgressView({ controller }: SwapViewProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const state = useSwapState()
  const { phase, transaction, preview } = state
  if ((phase === 'signing' || phase === 'approving') && preview) {
    return transaction ? <Approving state={state} /> : <Asking state={state} controller={controller} />
  }
  if (transaction) return <Following state={state} controller={controller} />
  return (
    <EmptyState
      title={messages.nothingToConfirm}
      text={messages.nothingToConfirmText}
      action={<Button onClick={() => navigation.replace(SwapRoute, undefined)}>{messages.toForm}</Button>}
    />
  )
}

interface StateProps {
  readonly state: SwapState
}

function Picture({ state }: StateProps) {
  const { walletName = '', walletIcon } = state.target ?? {}
  return <WalletIcon name={walletName} src={walletIcon} size="xl" />
}

function Asking({ state, controller }: StateProps & SwapViewProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const [isStopping, setStopping] = useState(false)
  const wallet = safeText(state.target?.walletName ?? '', 32) || messages.aWallet
  const { preview } = state
  if (!preview) return null
  const sold = exactText(preview.quote.sold, locale)
  const bought = exactText(preview.quote.minimum, locale)
  return (
    <WaitingScreen
      testId="swap-asking"
      picture={<Picture state={state} />}
      state="pending"
      title={messages.confirmIn({ wallet })}
      text={
        state.phase === 'approving'
          ? messages.confirmApproval({ wallet, amount: sold })
          : messages.confirmSwap({ wallet, sold, bought })
      }
      actions={
        isStopping ? (
          <>
            <Banner tone="warning" title={messages.noAnswerTitle} announce="status">
              {messages.noAnswerText}
            </Banner>
            <Button
              variant="danger"
              fullWidth
              data-testid="swap-stop"
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
            <Button variant="ghost" fullWidth data-testid="swap-no-answer" onClick={() => setStopping(true)}>
              {messages.noAnswer}
            </Button>
          </>
        )
      }
    />
  )
}

/** The approval is sent, and the chain has it. */
function Approving({ state }: StateProps) {
  const messages = useMessages(swapMessages)
  return (
    <WaitingScreen
      testId="swap-approving"
      picture={<Picture state={state} />}
      state="pending"
      title={messages.approving}
      text={messages.approvingText}
      actions={<ExplorerLink url={state.transaction?.explorerUrl} />}
    />
  )
}

const ringStates = { confirmed: 'success', failed: 'error', undecided: 'error' } as const

function Following({ state, controller }: StateProps & SwapViewProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const say = useWords()
  const { phase, transaction } = state
  if (!transaction) return null
  const sold = exactText(transaction.sold, locale)
  const bought = exactText(transaction.bought, locale)
  const reason = transaction.reason === undefined ? '' : safeText(say(transaction.reason), 300)
  // Where money may have left, no sentence of an error is shown: many of them end with "Try again".
  const words = {
    confirmed: { title: messages.confirmed({ sold, bought }), text: messages.confirmedText },
    failed: {
      title: messages.failed,
      text: reason ? messages.failedBecause({ reason }) : messages.failedText,
    },
    undecided: { title: messages.undecided, text: messages.undecidedText },
  }[phase as 'confirmed' | 'failed' | 'undecided'] ?? {
    title: messages.pending({ sold, bought }),
    text: messages.pendingText,
  }
  const startAgain = () => {
    controller.reset()
    navigation.replace(SwapRoute, undefined)
  }
  return (
    <WaitingScreen
      testId={`swap-${phase}`}
      picture={<Picture state={state} />}
      state={ringStates[phase as keyof typeof ringStates] ?? 'pending'}
      title={words.title}
      text={words.text}
      actions={
        <>
          <OpenAllowanceBanner state={state} controller={controller} />
          <ExplorerLink url={transaction.explorerUrl} />
          <Button
            fullWidth
            data-testid="swap-done"
            data-autofocus=""
            onClick={() => navigation.reset(AccountRoute, undefined)}
          >
            {messages.done}
          </Button>
          {phase === 'pending' ? null : (
            <Button variant="secondary" fullWidth data-testid="swap-again" onClick={startAgain}>
              {messages.again}
            </Button>
          )}
        </>
      }
    />
  )
}

function ExplorerLink({ url }: { readonly url: string | undefined }) {
  const messages = useMessages(swapMessages)
  const href = safeHttpUrl(url)
  if (href === undefined) return null
  return (
    <a
      className="lk-button"
      data-variant="ghost"
      data-size="md"
      data-full=""
      data-testid="swap-explorer"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <span className="lk-button-label">{messages.explorer}</span>
      <span className="lk-button-icon">
        <ExternalIcon size="sm" />
      </span>
    </a>
  )
}
