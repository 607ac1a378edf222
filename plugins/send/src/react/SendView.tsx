import { Navigation, UnsupportedChainRoute } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  Banner,
  Button,
  BuyButton,
  ErrorBanner,
  exactAmountText,
  NotConnected,
  OtherNetwork,
  OutstandingRequest,
  useLocale,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { checkDraft } from '../lazy/checkDraft.js'
import { SendProgressRoute } from '../routes.js'
import type { SendState } from '../Sender.js'
import { AmountInput } from './AmountInput.js'
import { sendMessages } from './messages.js'
import { ReceiverInput } from './ReceiverInput.js'
import type { SendViewProps } from './SendViewProps.js'
import { useFieldErrors } from './useFieldErrors.js'
import { useSendState } from './useSendState.js'
import { Twins, Warnings } from './Warnings.js'

/** The form: token, amount, receiver, and a button that says what is missing. */
export default function SendView({ controller }: SendViewProps) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const state = useSendState()
  const { target, draft, receiver, phase, wantedNetworkId } = state
  const place = target && `${target.connectionId} ${target.networkId} ${target.address}`
  const isUnsupported = target?.canSend === false && wantedNetworkId === undefined

  const check = checkDraft({ draft, receiver })
  const errors = useFieldErrors(state, check)
  useEffect(() => {
    if (place !== undefined) void controller.loadBalances()
  }, [controller, place])
  useEffect(() => {
    if (isUnsupported) navigation.replace(UnsupportedChainRoute, undefined)
  }, [navigation, isUnsupported])

  if (!target) return <NotConnected text={messages.notConnectedText} />
  if (wantedNetworkId !== undefined) {
    return <OtherNetwork networkId={wantedNetworkId} title={messages.otherNetwork} testId="send-switch" />
  }
  const isLocked = phase === 'signing'
  const isBusy = phase === 'preparing' || check.isBusy || state.isMaximizing
  const mayGoOn = check.isReady && !isLocked
  return (
    <form
      className="lk-stack"
      data-testid="send-form"
      onBlur={errors.onBlur}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy || isLocked) return
        if (mayGoOn) return void controller.preview()
        errors.showAll()
      }}
    >
      <Notices state={state} />
      <AmountInput
        state={state}
        controller={controller}
        amount={check.amount}
        disabled={isLocked}
        error={errors.amount}
        elementRef={errors.amountRef}
      />
      <ReceiverInput
        state={state}
        controller={controller}
        disabled={isLocked}
        error={errors.receiver}
        elementRef={errors.receiverRef}
      />
      <Warnings warnings={state.warnings} />
      <Twins
        warnings={state.warnings}
        receiver={receiver.status === 'resolved' ? receiver.address : undefined}
      />
      <ErrorBanner error={state.error} />
      {state.unreasonableFee ? (
        <Button
          variant="danger"
          fullWidth
          data-testid="send-accept-fee"
          onClick={() => void controller.acceptFee()}
        >
          {messages.acceptFee({ fee: exactAmountText(state.unreasonableFee, locale) })}
        </Button>
      ) : null}
      <ActionBar>
        {/* It can be reached and pressed though something is missing: then the field that misses it says what. */}
        <Button
          type="submit"
          fullWidth
          loading={isBusy}
          disabled={isLocked}
          aria-disabled={!mayGoOn || undefined}
          data-testid="send-preview"
        >
          {messages[check.label]}
        </Button>
        {check.label === 'insufficientFunds' ? (
          <BuyButton token={draft.token?.amount.symbol ?? ''} testId="send-buy" />
        ) : null}
      </ActionBar>
    </form>
  )
}

/** What changed or waits, calmly. */
function Notices({ state }: { readonly state: SendState }) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const { notice, phase, target } = state
  if (phase === 'signing') {
    return <OutstandingRequest wallet={target} onShow={() => navigation.push(SendProgressRoute)} />
  }
  if (notice === 'targetChanged') return <Banner announce="status">{messages.targetChanged}</Banner>
  if (notice === 'tokenNotHeld') return <Banner announce="status">{messages.tokenNotHeld}</Banner>
  return null
}
