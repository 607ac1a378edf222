import { Replace } from '@latchkey/kernel/contracts'
import { Navigation, PendingTransactionRoute, Wallets } from '@latchkey/kernel/wallet'
import {
  AskingScreen,
  Button,
  exactAmountText,
  NothingToConfirm,
  OutcomeScreen,
  safeText,
  useAddressNames,
  useFormWalletName,
  useLocale,
  useMessages,
  useService,
  useWords,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { SendRoute } from '../routes.js'
import type { SendState } from '../Sender.js'
import { sendMessages } from './messages.js'
import { SentDetails } from './SentDetails.js'
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
    <NothingToConfirm
      text={messages.nothingToConfirmText}
      onForm={() => navigation.replace(SendRoute, undefined)}
    />
  )
}

interface PartProps extends SendViewProps {
  readonly state: SendState
}

function Asking({ state, controller }: PartProps) {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  const amount = state.preview ? exactAmountText(state.preview.amount, locale) : ''
  const { textOf } = useAddressNames()
  const { address = '' } = state.preview?.receiver ?? {}
  const receiver = textOf(state.target?.namespace ?? '', address)
  return (
    <AskingScreen
      testId="send"
      wallet={state.target}
      text={({ wallet }) => messages.confirmText({ wallet, amount, receiver })}
      onForget={() => controller.forgetRequest()}
    />
  )
}

function Following({ state, controller }: PartProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const say = useWords()
  const wallet = useFormWalletName(state.target)
  const { phase, transaction } = state
  if (!transaction) return null
  const amount = exactAmountText(transaction.amount, locale)
  const reason = transaction.reason === undefined ? undefined : safeText(say(transaction.reason), 300)
  const isUnnamed = transaction.id === undefined
  // Where money may have left, no sentence of an error is shown: many of them end with "Try again".
  const words = isUnnamed
    ? { title: messages.unnamed({ amount }), text: messages.unnamedText({ wallet }) }
    : transaction.outcome === 'different'
      ? { title: messages.different, text: reason ?? messages.undecidedText }
      : transaction.outcome === 'unknown'
        ? { title: messages.unproven, text: reason ?? messages.undecidedText }
        : phase === 'confirmed'
          ? { title: messages.confirmed({ amount }), text: messages.confirmedText }
          : phase === 'failed'
            ? { title: messages.failed({ amount }), text: reason ?? messages.failedText }
            : phase === 'undecided'
              ? { title: messages.undecided, text: messages.undecidedText }
              : { title: messages.pending({ amount }), text: messages.pendingText }
  return (
    <OutcomeScreen
      testId="send"
      wallet={state.target}
      phase={phase}
      title={words.title}
      text={words.text}
      explorerUrl={isUnnamed ? transaction.explorerUrl : undefined}
      details={
        isUnnamed ? undefined : (
          <SentDetails transaction={transaction} address={state.target?.address} phase={phase} />
        )
      }
      explorerLabel={isUnnamed ? messages.accountExplorer : undefined}
      again={phase === 'confirmed' ? messages.again : messages.tryAgain}
      onAgain={() => {
        controller.reset()
        navigation.replace(SendRoute, undefined)
      }}
    >
      {phase === 'pending' && transaction.id !== undefined ? <WhenStuck id={transaction.id} /> : null}
    </OutcomeScreen>
  )
}

/** Milliseconds after which a payment that is still pending may need help. */
const patience = 30_000

/** Leads to what can be done about a payment that the network takes long for, where a plugin draws that. */
function WhenStuck({ id }: { readonly id: string }) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const wallets = useService(Wallets)
  const { target } = useSendState()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong || !target || !navigation.draws(PendingTransactionRoute.name)) return null
  if (!wallets.chain(target.networkId, Replace)) return null
  const { namespace } = target
  return (
    <Button
      variant="secondary"
      fullWidth
      data-testid="send-stuck"
      onClick={() => navigation.push(PendingTransactionRoute, { id, namespace })}
    >
      {messages.stuck}
    </Button>
  )
}
