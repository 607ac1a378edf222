import { type ActiveWallet, Wallets } from '@latchkey/kernel/wallet'
import { Explorer } from '@latchkey/kernel/contracts'
import {
  AskingScreen,
  ErrorBanner,
  OutcomeScreen,
  safeText,
  useMessages,
  useService,
  useWords,
} from '@latchkey/ui-react'
import { ActivityFeed, type Replacement } from '../ActivityFeed.js'
import { activityMessages } from './messages.js'

export interface ReplacementProgressProps {
  /** Of the transaction that was to be replaced. */
  readonly pendingId: string
  readonly replacement: Replacement
  readonly wallet: ActiveWallet | undefined
}

/** The wallet is asked, then the chain: which of the two transactions goes through. */
export function ReplacementProgress({ pendingId, replacement, wallet }: ReplacementProgressProps) {
  const messages = useMessages(activityMessages)
  const wallets = useService(Wallets)
  const feed = useService(ActivityFeed)
  const { phase, way, id, error } = replacement
  const words = useOutcomeWords(replacement)
  const asked = wallet && {
    walletName: wallet.connection.name,
    walletIcon: wallet.connection.icon,
  }
  if (phase === 'asking') {
    return (
      <AskingScreen
        testId="replacement"
        wallet={asked}
        text={
          { cancel: messages.approveCancel, faster: messages.approveSpeedUp, child: messages.approveChild }[
            way
          ]
        }
        onForget={() => feed.forget(pendingId)}
      />
    )
  }
  const explorerUrl =
    wallet && id !== undefined
      ? wallets.chain(wallet.networkId, Explorer)?.transactionUrl(wallet.networkId, id)
      : undefined
  return (
    <OutcomeScreen
      testId="replacement"
      wallet={asked}
      phase={words.phase}
      title={words.title}
      text={words.text}
      explorerUrl={explorerUrl}
      again={phase === 'decided' ? messages.all : messages.backToPending}
      onAgain={() => (phase === 'decided' ? void feed.open() : feed.forget(pendingId))}
    >
      {phase === 'lost' ? <ErrorBanner error={error} /> : null}
    </OutcomeScreen>
  )
}

interface OutcomeWords {
  readonly phase: 'pending' | 'confirmed' | 'failed' | 'undecided'
  readonly title: string
  readonly text: string
}

function useOutcomeWords(replacement: Replacement): OutcomeWords {
  const messages = useMessages(activityMessages)
  const say = useWords()
  const isCancel = replacement.way === 'cancel'
  const isChild = replacement.way === 'child'
  switch (replacement.phase) {
    case 'lost':
      return { phase: 'undecided', title: messages.unanswered, text: messages.unansweredText }
    case 'apart':
      return { phase: 'undecided', title: messages.twoTransactions, text: messages.twoTransactionsText }
    case 'undecided':
      return {
        phase: 'undecided',
        title: messages.stillPending,
        text: isChild ? messages.childStillText : messages.stillPendingText,
      }
    case 'decided':
      break
    default:
      if (isChild) return { phase: 'pending', title: messages.childWaiting, text: messages.childWaitingText }
      return isCancel
        ? { phase: 'pending', title: messages.canceling, text: messages.cancelingText }
        : { phase: 'pending', title: messages.speedingUp, text: messages.speedingUpText }
  }
  const { reason, outcome, which } = replacement
  const text = reason === undefined ? messages.replacementFailedText : (safeText(say(reason), 300) ?? '')
  if (outcome === 'different') return { phase: 'failed', title: messages.different, text }
  if (outcome === 'unknown') return { phase: 'undecided', title: messages.unproven, text }
  if (isCancel) {
    return isCanceled(replacement)
      ? { phase: 'confirmed', title: messages.canceled, text: messages.canceledText }
      : { phase: 'failed', title: messages.notCanceled, text }
  }
  if (replacement.status === 'failed') return { phase: 'failed', title: messages.replacementFailed, text }
  return {
    phase: 'confirmed',
    title: messages.spedUp,
    text: isChild
      ? messages.childDoneText
      : which === 'original'
        ? messages.firstTakenText
        : messages.spedUpText,
  }
}

/** An empty transaction took the nonce, reverted or not: the first one can’t go through any more. */
const isCanceled = ({ which, status }: Replacement): boolean =>
  which === 'replacement' || (which === 'other' && status === 'confirmed')
