import { Navigation } from '@latchkey/kernel/wallet'
import {
  AskingScreen,
  Button,
  EmptyState,
  exactAmountText,
  ExplorerLink,
  safeText,
  useAddressNames,
  useLocale,
  useMessages,
  useService,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import type { PayState } from '../Payer.js'
import { PayRoute } from '../routes.js'
import { payMessages } from './payMessages.js'
import { PaidDetails } from './PaidDetails.js'
import type { PayViewProps } from './PayViewProps.js'
import { usePayState } from './usePayState.js'

/** Something was sent for the bill, or may have been. */
const detailed: readonly PayState['phase'][] = ['pending', 'paid', 'failed', 'reported', 'undecided']

const rings = { paid: 'success', failed: 'error', undecided: 'unclear' } as const

/** The wallet is asked, then the chain or an exchange: who is asked, and how it ended. */
export default function PayLoadingView({ controller }: PayViewProps) {
  const messages = useMessages(payMessages)
  const navigation = useService(Navigation)
  const state = usePayState()
  const { phase, amount, target, exchange } = state
  const words = useOutcomeWords(state)
  if (!state.bill || !amount) return <EmptyState title={messages.none} text={messages.noneText} />
  if (phase === 'asking') return <Asking state={state} controller={controller} />
  const name = exchange?.name ?? target?.walletName ?? ''
  const isDecided = phase === 'paid' || phase === 'failed'
  return (
    <WaitingScreen
      testId={`pay-${phase}`}
      picture={
        isDecided ? undefined : (
          <WalletIcon name={name} src={exchange ? undefined : target?.walletIcon} size="xl" />
        )
      }
      state={rings[phase as keyof typeof rings] ?? 'pending'}
      title={words.title}
      text={words.text}
      actions={
        <>
          {exchange?.url !== undefined && phase === 'pending' ? (
            <ExplorerLink url={exchange.url} testId="pay-exchange-page" variant="primary">
              {messages.openExchange({ exchange: safeText(exchange.name, 40) })}
            </ExplorerLink>
          ) : null}
          {detailed.includes(phase) ? (
            <PaidDetails state={state} />
          ) : (
            <ExplorerLink url={state.explorerUrl} testId="pay-explorer" />
          )}
          {phase === 'undecided' ? (
            <Button fullWidth data-testid="pay-look-up" onClick={() => void controller.lookUp()}>
              {messages.lookUp}
            </Button>
          ) : null}
          {phase === 'choosing' || phase === 'ready' ? (
            <Button fullWidth onClick={() => navigation.replace(PayRoute)}>
              {messages.back}
            </Button>
          ) : null}
          <Button
            variant={phase === 'paid' || phase === 'reported' ? 'primary' : 'secondary'}
            fullWidth
            data-testid="pay-done"
            data-autofocus=""
            onClick={() => void navigation.close()}
          >
            {messages.close}
          </Button>
        </>
      }
    />
  )
}

/** The wallet shows the address that money leaves to: of a swap, that is a router's. */
function Asking({ state, controller }: PayViewProps & { readonly state: PayState }) {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  const { textOf } = useAddressNames()
  const { bill, amount, target, networkId = '', preview } = state
  const pays = amount ? exactAmountText(amount, locale) : ''
  const receiver = textOf(networkId, preview?.receiver ?? bill?.receiver ?? '')
  const isSwap = preview?.way.kind === 'swap'
  return (
    <AskingScreen
      testId="pay"
      wallet={target}
      text={({ wallet }) => {
        if (preview?.isSwapFirst) return messages.confirmSwap({ wallet })
        return isSwap
          ? messages.confirmPayment({ wallet, amount: pays })
          : messages.checkPayment({ wallet, receiver, amount: pays })
      }}
      onForget={() => controller.forgetRequest()}
    />
  )
}

function useOutcomeWords(state: PayState): { readonly title: string; readonly text: string } {
  const messages = useMessages(payMessages)
  const say = useWords()
  const locale = useLocale()
  const { phase, exchange, reason, isDeposit } = state
  const amount = state.amount ? exactAmountText(state.amount, locale) : ''
  const sender = safeText(exchange?.name ?? '', 40)
  if (isDeposit && phase === 'reported') {
    return { title: messages.deposited, text: messages.depositedText({ exchange: sender }) }
  }
  if (isDeposit && phase === 'failed') {
    return { title: messages.depositFailed, text: messages.depositFailedText({ exchange: sender }) }
  }
  if (phase === 'paid') return { title: messages.paid({ amount }), text: messages.paidText }
  if (phase === 'reported') {
    // Of what the chain can't compare, or took in part, it isn't known that the payment was sent.
    const why = reason === undefined ? '' : safeText(say(reason), 300)
    return { title: messages.reported, text: why || messages.reportedText }
  }
  if (phase === 'undecided') return { title: messages.undecided, text: messages.undecidedText }
  if (phase === 'failed') {
    const why = reason === undefined ? '' : safeText(say(reason), 300)
    return {
      title: messages.failed,
      text: why ? messages.failedBecause({ reason: why }) : messages.failedText,
    }
  }
  if (phase === 'swapping') return { title: messages.swapping, text: messages.swappingText }
  if (phase !== 'pending') return { title: messages.unpaid, text: messages.unpaidText }
  return exchange
    ? {
        title: messages.exchangePending({ exchange: safeText(exchange.name, 40) }),
        text: messages.exchangePendingText,
      }
    : { title: messages.pending({ amount }), text: messages.pendingText }
}
