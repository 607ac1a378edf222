import {
  errorWords,
  ConnectRoute,
  Navigation,
  namespaceOf,
  Networks,
  Session,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import {
  ActionBar,
  Banner,
  Button,
  EmptyState,
  safeText,
  useLocale,
  useMessages,
  useService,
  useWalletName,
  useWords,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { checkDraft } from '../lazy/checkDraft.js'
import { SendProgressRoute } from '../routes.js'
import type { SendState } from '../Sender.js'
import { AmountInput } from './AmountInput.js'
import { exactText } from './exactText.js'
import { sendMessages } from './messages.js'
import { ReceiverInput } from './ReceiverInput.js'
import type { SendViewProps } from './SendViewProps.js'
import { useFieldErrors } from './useFieldErrors.js'
import { useBuyFeature } from './useBuyFeature.js'
import { useSendState } from './useSendState.js'
import { Warnings } from './Warnings.js'

/** The form: token, amount, receiver, and a button that says what is missing. */
export default function SendView({ controller }: SendViewProps) {
  const messages = useMessages(sendMessages)
  const say = useWords()
  const navigation = useService(Navigation)
  const buy = useBuyFeature()
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

  if (!target) return <NotConnected />
  if (wantedNetworkId !== undefined) return <OtherNetwork networkId={wantedNetworkId} />
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
      {state.error ? (
        <Banner tone="danger" announce="alert">
          {say(errorWords(state.error))}
        </Banner>
      ) : null}
      {state.unreasonableFee ? (
        <Button
          variant="danger"
          fullWidth
          data-testid="send-accept-fee"
          onClick={() => void controller.acceptFee()}
        >
          {messages.acceptFee({ fee: exactText(state.unreasonableFee, locale) })}
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
        {check.label === 'insufficientFunds' && buy ? (
          <Button variant="ghost" fullWidth data-testid="send-buy" onClick={() => buy.open()}>
            {messages.buy({ token: safeText(draft.token?.amount.symbol ?? '', 12) })}
          </Button>
        ) : null}
      </ActionBar>
    </form>
  )
}

function NotConnected() {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  return (
    <EmptyState
      title={messages.notConnected}
      text={messages.notConnectedText}
      action={<Button onClick={() => navigation.replace(ConnectRoute, undefined)}>{messages.connect}</Button>}
    />
  )
}

/** What changed or waits, calmly. */
function Notices({ state }: { readonly state: SendState }) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const walletName = useWalletName()
  const { notice, phase, target } = state
  if (phase === 'signing') {
    const wallet = walletName(target?.walletName ?? '') || messages.aWallet
    return (
      <Banner
        tone="warning"
        title={messages.outstanding({ wallet })}
        action={
          <Button variant="secondary" size="sm" onClick={() => navigation.push(SendProgressRoute)}>
            {messages.showRequest}
          </Button>
        }
      >
        {messages.outstandingText}
      </Banner>
    )
  }
  if (notice === 'targetChanged') return <Banner announce="status">{messages.targetChanged}</Banner>
  if (notice === 'tokenNotHeld') return <Banner announce="status">{messages.tokenNotHeld}</Banner>
  return null
}

/** The host asked for another network than the one that is active. */
function OtherNetwork({ networkId }: { readonly networkId: NetworkId }) {
  const messages = useMessages(sendMessages)
  const navigation = useService(Navigation)
  const session = useService(Session)
  const network = safeText(useService(Networks).find(networkId)?.name ?? networkId, 40)
  const isConnected = session.activeConnection(namespaceOf(networkId)) !== undefined
  return (
    <EmptyState
      title={messages.otherNetwork({ network })}
      text={messages.otherNetworkText}
      action={
        <Button
          data-testid="send-switch"
          onClick={() =>
            navigation.push(isConnected ? SwitchNetworkRoute : SwitchActiveChainRoute, { networkId })
          }
        >
          {messages.switchNetwork({ network })}
        </Button>
      }
    />
  )
}
