import { errorWords } from '@latchkey/kernel/plugin'
import { swapNetworkUnsupported } from '../unsupportedNetworks.js'
import { Navigation, UnsupportedChainRoute, Wallets } from '@latchkey/kernel/wallet'
import { toDecimal } from '@latchkey/kernel/contracts'
import {
  ActionBar,
  AmountField,
  AmountText,
  Banner,
  Button,
  BuyButton,
  Card,
  ErrorBanner,
  FiatText,
  IconButton,
  InvertIcon,
  NotConnected,
  OtherNetwork,
  OutstandingRequest,
  TokenChip,
  useMessages,
  useEmit,
  useService,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { isSameToken } from '../assess.js'
import { SwapTokenListOpened } from '../events.js'
import { SwapProgressRoute, SwapSelectTokenRoute } from '../routes.js'
import type { SwapChoice, SwapState } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { checkDraft } from './checkDraft.js'
import { OpenAllowanceBanner } from './OpenAllowanceBanner.js'
import { QuoteDetails } from './QuoteDetails.js'
import { SlippageChoice } from './SlippageChoice.js'
import { swapMessages } from './swapMessages.js'
import type { SwapViewProps } from './SwapViewProps.js'
import { watchWhileVisible } from './watchWhileVisible.js'
import { useSwapState } from './useSwapState.js'
import { OfferWarnings, UnknownToken } from './Warnings.js'

/** The form: what is paid, what is received, and a button that says what is missing. */
export default function SwapView({ controller }: SwapViewProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const state = useSwapState()
  const held = useHeld(state)
  const { target, wantedNetworkId } = state
  const place = target && `${target.connectionId} ${target.networkId} ${target.address}`
  const isUnsupported = target?.canSwap === false && wantedNetworkId === undefined
  const refused = isUnsupported ? target.networkId : undefined

  useEffect(() => {
    if (place !== undefined) void controller.loadTokens()
  }, [controller, place])
  useEffect(() => watchWhileVisible(controller.watch), [controller])
  useEffect(() => {
    if (refused === undefined) return
    navigation.replace(UnsupportedChainRoute, { reason: errorWords(swapNetworkUnsupported(refused)) })
  }, [navigation, refused])

  if (!target) return <NotConnected text={messages.notConnectedText} />
  if (wantedNetworkId !== undefined) {
    return <OtherNetwork networkId={wantedNetworkId} title={messages.otherNetwork} testId="swap-switch" />
  }
  return <SwapForm state={state} controller={controller} held={held} />
}

interface FormProps extends PartProps {
  held(token: SwapToken | undefined): SwapChoice | undefined
}

function SwapForm({ state, controller, held }: FormProps) {
  const messages = useMessages(swapMessages)
  const { draft, offer, phase } = state
  const check = checkDraft({ draft, offer }, held(draft.sell)?.balance)
  const isLocked = phase === 'signing' || phase === 'approving'
  const isBusy =
    phase === 'preparing' || state.isMaximizing || (state.isQuoting && check.label === 'reviewSwap')
  return (
    <form
      className="lk-stack"
      data-testid="swap-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (check.isReady && !isBusy && !isLocked) void controller.preview()
      }}
    >
      <Notices state={state} />
      <OpenAllowanceBanner state={state} controller={controller} />
      <div className="lk-stack" data-gap="sm">
        <Side
          side="sell"
          {...{ state, controller }}
          choice={held(draft.sell)}
          value={draft.amountText}
          disabled={isLocked}
        />
        <div className="lk-between">
          <IconButton
            label={messages.invert}
            icon={<InvertIcon />}
            data-testid="swap-invert"
            disabled={isLocked}
            onClick={() => controller.invert()}
          />
        </div>
        <Side
          side="buy"
          {...{ state, controller }}
          choice={held(draft.buy)}
          value={offer ? toDecimal(offer.bought.value, offer.bought.decimals) : ''}
          disabled={isLocked}
        />
      </div>
      <Unknown choices={[held(draft.sell), held(draft.buy)]} />
      <SlippageChoice
        value={draft.isSlippageAutomatic ? 'automatic' : draft.slippage}
        recommended={state.recommendedSlippage}
        disabled={isLocked}
        onChange={(slippage) => controller.setSlippage(slippage)}
      />
      <OfferWarnings shown={offer} draft={draft} />
      {offer ? (
        <Card>
          <QuoteDetails
            shown={offer}
            currency={state.currency.toUpperCase()}
            namespace={state.target?.namespace}
          />
        </Card>
      ) : null}
      <Fault state={state} onRetry={() => controller.retry()} />
      <ActionBar>
        <Button
          type="submit"
          fullWidth
          loading={isBusy}
          disabled={!isBusy && (!check.isReady || isLocked)}
          data-testid="swap-action-button"
        >
          {messages[check.label]}
        </Button>
        {check.label === 'insufficientBalance' ? (
          <BuyButton token={draft.sell?.symbol ?? ''} testId="swap-buy" />
        ) : null}
      </ActionBar>
    </form>
  )
}

type PartProps = SwapViewProps & { readonly state: SwapState }

/** What is known of a token of the draft. */
function useHeld({ tokens, target }: SwapState) {
  const wallets = useService(Wallets)
  const isSame = (target && wallets.namespace(target.namespace)?.isSameAddress) ?? Object.is
  return (token: SwapToken | undefined): SwapChoice | undefined =>
    tokens.list.find((choice) => isSameToken(choice.token, token, isSame))
}

interface SideProps extends PartProps {
  readonly side: 'sell' | 'buy'
  readonly choice: SwapChoice | undefined
  readonly value: string
  readonly disabled: boolean
}

function Side({ side, state, controller, choice, value, disabled }: SideProps) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const { draft, offer, currency } = state
  const token = draft[side]
  const isSell = side === 'sell'
  const worth = isSell ? offer?.soldWorth : offer?.boughtWorth
  // All of the coin is known only with what it is swapped for: the network's cost depends on it.
  const hasMaximum = isSell && token !== undefined && (token.address !== undefined || draft.buy !== undefined)
  return (
    <AmountField
      label={isSell ? messages.sell : messages.buy}
      value={value}
      decimals={token?.decimals ?? 18}
      symbol={token?.symbol ?? ''}
      readOnly={!isSell}
      disabled={disabled}
      testId={isSell ? 'swap-input-sourceToken' : 'swap-input-toToken'}
      onChange={(text) => isSell && controller.setAmount(text)}
      onMax={hasMaximum && !state.isMaximizing ? () => void controller.setMaximum() : undefined}
      token={
        <TokenChip
          token={token}
          networkId={state.target?.networkId}
          disabled={disabled}
          testId={`swap-select-token-button-${isSell ? 'sourceToken' : 'toToken'}`}
          onChoose={() => {
            emit(SwapTokenListOpened, undefined)
            navigation.push(SwapSelectTokenRoute, { side })
          }}
        />
      }
      fiat={worth === undefined ? undefined : <FiatText value={worth} currency={currency.toUpperCase()} />}
      balance={
        token && choice?.balance !== undefined ? (
          <span data-testid={`swap-balance-${side}`}>
            {messages.balance}{' '}
            <AmountText value={choice.balance} decimals={token.decimals} symbol={token.symbol} />
          </span>
        ) : null
      }
    />
  )
}

function Unknown({ choices }: { readonly choices: readonly (SwapChoice | undefined)[] }) {
  return choices.map((choice) =>
    choice?.isUnknown && choice.token.address !== undefined ? (
      <UnknownToken key={choice.token.address} address={choice.token.address} />
    ) : null,
  )
}

function Fault({ state, onRetry }: { readonly state: SwapState; onRetry(): void }) {
  const messages = useMessages(swapMessages)
  if (!state.error) return null
  const isPrice = state.error.code === 'SWAP_SOURCE_FAILED' || state.error.code === 'SWAP_QUOTE_INVALID'
  return (
    <div data-testid="swap-error">
      <ErrorBanner
        error={state.error}
        action={
          isPrice ? (
            <Button variant="secondary" size="sm" data-testid="swap-retry" onClick={onRetry}>
              {messages.retry}
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}

/** What changed or waits, calmly. */
function Notices({ state }: { readonly state: SwapState }) {
  const messages = useMessages(swapMessages)
  const navigation = useService(Navigation)
  const { notice, phase, target } = state
  if (phase === 'signing' || phase === 'approving') {
    return <OutstandingRequest wallet={target} onShow={() => navigation.push(SwapProgressRoute)} />
  }
  if (notice === 'targetChanged' || notice === 'tokenNotFound') {
    return (
      <div data-testid="swap-notice">
        <Banner announce="status">{messages[notice]}</Banner>
      </div>
    )
  }
  return null
}
