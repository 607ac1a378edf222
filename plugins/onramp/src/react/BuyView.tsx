import { ConnectRoute, Navigation, Wallets } from '@latchkey/kernel/wallet'
import { errorWords } from '@latchkey/kernel/plugin'
import { readDecimal } from '@latchkey/kernel/contracts'
import {
  ActionBar,
  AmountField,
  AmountText,
  Badge,
  Banner,
  Button,
  Chip,
  ChevronDownIcon,
  EmptyState,
  ListRow,
  safeText,
  TokenIcon,
  useEmit,
  useLegal,
  useLocale,
  useMessages,
  useService,
  useWords,
  WalletIcon,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { BuyHelpOpened } from '../events.js'
import { offerToBuy } from '../lazy/createBuyer.js'
import { compareDecimals, readAmount } from '../lazy/decimals.js'
import { limitOf } from '../lazy/limits.js'
import type { OnrampOffer, OnrampState } from '../OnrampService.js'
import {
  OnrampActivityRoute,
  OnrampAssetRoute,
  OnrampCountryRoute,
  OnrampCurrencyRoute,
  WhatIsABuyRoute,
} from '../routes.js'
import { presets } from '../usualCurrencies.js'
import { feeText, lossText } from './feeText.js'
import { moneyText } from './moneyText.js'
import { onrampMessages } from './onrampMessages.js'
import type { OnrampViewProps } from './OnrampViewProps.js'
import { regionName } from './regions.js'
import { useOnrampState } from './useOnrampState.js'

/** The form: what is paid, what is received, and what each provider offers for it. */
export default function BuyView({ controller }: OnrampViewProps) {
  const state = useOnrampState()
  useEffect(() => controller.watch(), [controller])
  if (!state.target) return <NoTarget />
  return <BuyForm state={state} controller={controller} />
}

/** No account, or one on a network that nobody delivers on. */
function NoTarget() {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const wallets = useService(Wallets)
  if (wallets.active()) return <EmptyState title={messages.notSold} text={messages.notSoldText} />
  return (
    <EmptyState
      title={messages.notConnected}
      text={messages.notConnectedText}
      action={<Button onClick={() => navigation.replace(ConnectRoute, undefined)}>{messages.connect}</Button>}
    />
  )
}

interface PartProps extends OnrampViewProps {
  readonly state: OnrampState
}

function BuyForm({ state, controller }: PartProps) {
  const messages = useMessages(onrampMessages)
  const locale = useLocale()
  const legal = useLegal()
  const { amountText, currency, target, isOpening } = state
  const amount = readAmount(amountText)
  const problem = useProblem(state, amount)
  const offer = offerToBuy(state)
  const isReady = amount !== undefined && problem === undefined && offer !== undefined && !legal.locked
  const provider = offer && safeText(offer.name, 32)
  const label = () => {
    if (amount === undefined || problem !== undefined) return messages.enterAmount
    if (isOpening && provider) return messages.opening({ provider })
    if (offer && provider) return messages.buy({ amount: moneyText(amount, currency, locale), provider })
    return state.isQuoting || state.options.status !== 'ready' ? messages.loadingPrices : messages.noOffer
  }
  return (
    <div className="lk-stack" data-testid="onramp-form">
      {target?.insteadOf === undefined ? null : (
        <Banner tone="warning">
          {messages.insteadOf({
            network: safeText(target.networkName, 40),
            other: safeText(target.insteadOf, 40),
          })}
        </Banner>
      )}
      <AmountField
        label={messages.pay}
        value={amountText}
        decimals={2}
        symbol={currency}
        disabled={isOpening}
        error={problem}
        testId="onramp-amount"
        onChange={(text) => controller.setAmount(text)}
        token={<CurrencyChip currency={currency} disabled={isOpening} />}
      />
      <Presets state={state} controller={controller} />
      <Choices state={state} controller={controller} />
      <Offers state={state} controller={controller} chosen={offer} />
      {provider ? <p className="lk-hint">{messages.leaves({ provider })}</p> : null}
      <Further state={state} />
      {/* What went wrong, and what is asked for, stand where the button is: both are about it. */}
      <ActionBar>
        <Fault state={state} controller={controller} />
        {legal.checkbox}
        <Button
          fullWidth
          disabled={!isReady || isOpening}
          data-testid="onramp-buy"
          // The window opens in the handler itself: a browser opens none later.
          onClick={() => controller.buy()}
        >
          {label()}
        </Button>
      </ActionBar>
    </div>
  )
}

/** Why what was typed can't be paid. */
function useProblem(state: OnrampState, amount: string | undefined): string | undefined {
  const messages = useMessages(onrampMessages)
  const locale = useLocale()
  const limit = limitOf(state)
  const [value, minimum, maximum] = [amount, limit?.minimum, limit?.maximum].map((text) => readDecimal(text))
  if (!limit || !value || !minimum || !maximum) return undefined
  const { currency } = state
  if (compareDecimals(value, minimum) < 0) {
    return messages.belowMinimum({ minimum: moneyText(limit.minimum, currency, locale) })
  }
  if (compareDecimals(value, maximum) > 0) {
    return messages.aboveMaximum({ maximum: moneyText(limit.maximum, currency, locale) })
  }
  return undefined
}

function CurrencyChip({ currency, disabled }: { readonly currency: string; readonly disabled: boolean }) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  return (
    <Chip
      disabled={disabled}
      data-testid="onramp-currency"
      aria-label={messages.changeCurrency({ currency })}
      trailingIcon={<ChevronDownIcon size="sm" />}
      onClick={() => navigation.push(OnrampCurrencyRoute)}
    >
      {currency}
    </Chip>
  )
}

function Presets({ state, controller }: PartProps) {
  const messages = useMessages(onrampMessages)
  const locale = useLocale()
  return (
    <fieldset className="lk-chips" aria-label={messages.amounts}>
      {presets.map((preset) => (
        <Chip
          key={preset}
          selected={state.amountText === preset}
          disabled={state.isOpening}
          data-testid={`onramp-preset-${preset}`}
          onClick={() => controller.setAmount(preset)}
        >
          {moneyText(preset, state.currency, locale)}
        </Chip>
      ))}
    </fieldset>
  )
}

/** What is bought, where the person lives, and how is paid. */
function Choices({ state, controller }: PartProps) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const locale = useLocale()
  const { asset, target, options, currency, method } = state
  const limits = options.currencies.find(({ code }) => code === currency)?.limits ?? []
  const network = safeText(target?.networkName ?? '', 40)
  return (
    <>
      {limits.length > 1 ? (
        <fieldset className="lk-chips">
          <legend className="lk-field-label">{messages.methods}</legend>
          {limits.map((limit) => (
            <Chip
              key={limit.method}
              selected={limit.method === method}
              data-testid={`onramp-method-${limit.method}`}
              onClick={() => controller.setMethod(limit.method)}
            >
              {messages[limit.method]}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      <ListRow
        leading={
          <TokenIcon symbol={asset?.symbol ?? ''} networkId={target?.networkId} address={asset?.address} />
        }
        title={asset ? safeText(asset.symbol, 12) : messages.changeAsset}
        subtitle={messages.onNetwork({ network })}
        chevron
        loading={options.status === 'loading'}
        testId="onramp-asset"
        onClick={() => navigation.push(OnrampAssetRoute)}
      />
      <ListRow
        title={messages.country}
        trailing={regionName(state.country, locale)}
        chevron
        testId="onramp-country"
        onClick={() => navigation.push(OnrampCountryRoute)}
      />
    </>
  )
}

function Offers({ state, controller, chosen }: PartProps & { readonly chosen: OnrampOffer | undefined }) {
  const messages = useMessages(onrampMessages)
  const { offers, isQuoting, amountText } = state
  if (offers.length === 0) return null
  const isNone = !isQuoting && !offers.some(({ status }) => status === 'quoted' || status === 'none')
  return (
    <section
      className="lk-section"
      aria-label={messages.offers}
      aria-busy={isQuoting}
      data-amount={amountText}
    >
      <p className="lk-section-title">{messages.offers}</p>
      <div className="lk-list">
        {offers.map((offer) => (
          <OfferRow
            key={offer.providerId}
            offer={offer}
            isSelected={offer.providerId === chosen?.providerId}
            onChoose={() => controller.choose(offer.providerId)}
          />
        ))}
      </div>
      {isNone ? (
        <Banner
          announce="status"
          action={
            <Button
              variant="secondary"
              size="sm"
              data-testid="onramp-retry"
              onClick={() => controller.retry()}
            >
              {messages.retry}
            </Button>
          }
        >
          {messages.noOffers}
        </Banner>
      ) : null}
    </section>
  )
}

interface OfferRowProps {
  readonly offer: OnrampOffer
  readonly isSelected: boolean
  onChoose(): void
}

function OfferRow({ offer, isSelected, onChoose }: OfferRowProps) {
  const messages = useMessages(onrampMessages)
  const say = useWords()
  const locale = useLocale()
  const { quote, status, error, feeLabel, belowMarket } = offer
  const receives = quote && readDecimal(quote.receives)
  const fee = safeText(feeLabel ?? '', 12)
  const subtitle = {
    loading: messages.loadingOffer,
    quoted: quote
      ? [feeText(quote, messages, locale), lossText(belowMarket, messages, locale)].filter(Boolean).join('. ')
      : '',
    none: fee ? messages.noQuoteFee({ fee }) : messages.noQuote,
    failed: error ? say(errorWords(error)) : messages.noOffer,
  }[status]
  return (
    <ListRow
      leading={<WalletIcon name={offer.name} src={offer.icon} size="md" />}
      title={safeText(offer.name, 32)}
      description={subtitle}
      badge={offer.isBest ? <Badge tone="success">{messages.best}</Badge> : null}
      trailing={
        quote && receives ? (
          <AmountText
            value={receives.digits}
            decimals={receives.scale}
            symbol={quote.asset.symbol}
            maximumFractionDigits={6}
          />
        ) : null
      }
      loading={status === 'loading'}
      selected={isSelected}
      testId={`onramp-offer-${offer.providerId}`}
      disabled={status === 'failed'}
      onClick={onChoose}
    />
  )
}

function Fault({ state }: PartProps) {
  const say = useWords()
  if (!state.error) return null
  return (
    <div data-testid="onramp-error">
      <Banner tone="danger" announce="alert">
        {say(errorWords(state.error))}
      </Banner>
    </div>
  )
}

function Further({ state }: { readonly state: OnrampState }) {
  const messages = useMessages(onrampMessages)
  const navigation = useService(Navigation)
  const emit = useEmit()
  const isSmartAccount = state.target?.isSmartAccount ?? false
  return (
    <div className="lk-stack" data-gap="sm">
      {state.purchases.length > 0 ? (
        <Button
          variant="secondary"
          fullWidth
          data-testid="onramp-purchases"
          onClick={() => navigation.push(OnrampActivityRoute)}
        >
          {messages.purchases}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        fullWidth
        data-testid="onramp-help"
        onClick={() => {
          emit(BuyHelpOpened, { isSmartAccount })
          navigation.push(WhatIsABuyRoute)
        }}
      >
        {messages.help}
      </Button>
    </div>
  )
}
