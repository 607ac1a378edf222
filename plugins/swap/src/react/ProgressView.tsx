import { Navigation } from '@latchkey/kernel/wallet'
import {
  AmountText,
  AskingScreen,
  EndingDetails,
  exactAmountText,
  ExplorerLink,
  NothingToConfirm,
  OutcomeScreen,
  safeText,
  useLocale,
  useMessages,
  useService,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { SwapRoute } from '../routes.js'
import type { SwapState } from '../Swapper.js'
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
    <NothingToConfirm
      text={messages.nothingToConfirmText}
      onForm={() => navigation.replace(SwapRoute, undefined)}
    />
  )
}

interface StateProps {
  readonly state: SwapState
}

function Asking({ state, controller }: StateProps & SwapViewProps) {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  const { preview, phase, target } = state
  if (!preview) return null
  const sold = exactAmountText(preview.sold, locale)
  const isUnchecked = preview.dangers.some(({ kind }) => kind === 'unchecked')
  const bought = exactAmountText(isUnchecked ? preview.bought : preview.minimum, locale)
  return (
    <AskingScreen
      testId="swap"
      wallet={target}
      text={({ wallet }) =>
        phase === 'approving'
          ? messages.confirmApproval({ wallet, amount: sold })
          : messages[isUnchecked ? 'confirmSwapUnchecked' : 'confirmSwap']({ wallet, sold, bought })
      }
      onForget={() => controller.forgetRequest()}
    />
  )
}

/** The approval is sent, and the chain has it. */
function Approving({ state: { target, transaction } }: StateProps) {
  const messages = useMessages(swapMessages)
  return (
    <WaitingScreen
      testId="swap-approving"
      picture={<WalletIcon name={target?.walletName ?? ''} src={target?.walletIcon} size="xl" />}
      state="pending"
      title={messages.approving}
      text={messages.approvingText}
      actions={<ExplorerLink url={transaction?.explorerUrl} testId="swap-explorer" />}
    />
  )
}

function Following({ state, controller }: StateProps & SwapViewProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const say = useWords()
  const { phase, transaction } = state
  if (!transaction) return null
  const sold = exactAmountText(transaction.sold, locale)
  const bought = exactAmountText(transaction.bought, locale)
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
  return (
    <OutcomeScreen
      testId="swap"
      wallet={state.target}
      phase={phase}
      title={words.title}
      text={words.text}
      explorerUrl={transaction.id === undefined ? transaction.explorerUrl : undefined}
      details={transaction.id === undefined ? undefined : <SwappedDetails state={state} />}
      again={messages.again}
      onAgain={() => {
        controller.reset()
        navigation.replace(SwapRoute, undefined)
      }}
    >
      <OpenAllowanceBanner state={state} controller={controller} />
    </OutcomeScreen>
  )
}

function SwappedDetails({ state: { transaction, target, phase } }: StateProps) {
  const messages = useMessages(swapMessages)
  if (!transaction) return null
  const { sold, bought, ...rest } = transaction
  const about = [
    {
      label: messages.swapWhat,
      testId: 'swap-ended-sold',
      value: <AmountText {...sold} maximumFractionDigits={sold.decimals} />,
    },
    {
      label: messages.swapFor,
      testId: 'swap-ended-bought',
      value: <AmountText {...bought} maximumFractionDigits={bought.decimals} />,
    },
  ]
  return (
    <EndingDetails
      {...rest}
      about={about}
      address={target?.address}
      isEnded={phase === 'confirmed' || phase === 'failed'}
      testId="swap"
    />
  )
}
