import type { Amount } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AmountText,
  Banner,
  Button,
  Card,
  type Detail,
  DetailList,
  ErrorBanner,
  FiatText,
  GuardBoxes,
  exactAmountText,
  NamedAddress,
  NoticeBanners,
  NothingToConfirm,
  outsideSentence,
  safeText,
  useFeeDetails,
  useGuard,
  useLocale,
  useMessages,
  usePressed,
  useService,
  useWalletName,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { paymentDangers } from '../paymentDangers.js'
import type { PaymentPreview, PayState } from '../Payer.js'
import { PayLoadingRoute, PayRoute } from '../routes.js'
import { AssetPicture } from './AssetPicture.js'
import { billDetails, memoDetails } from './BillSummary.js'
import { Merchant } from './Merchant.js'
import { OpenSwapBanner } from './OpenSwapBanner.js'
import { payMessages } from './payMessages.js'
import type { PayViewProps } from './PayViewProps.js'
import { usePayState } from './usePayState.js'
import { useRepeatWords } from './useRepeatWords.js'
import { useWorth } from './useWorth.js'

const testIds = { lost: 'pay-lost', mayRepeat: 'pay-looked-up', repeats: 'pay-twice' } as const

/** All there is to know before the wallet opens: who gets what, where, and what it costs. */
export default function PayReviewView({ controller }: PayViewProps) {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  const navigation = useService(Navigation)
  const state = usePayState()
  const { preview, phase } = state
  const pressed = usePressed(preview)
  const pressWords = usePressWords(preview)
  const guard = usePaymentGuard(state)
  const isSent = !preview && state.transaction !== undefined
  useEffect(() => {
    if (isSent) navigation.replace(PayLoadingRoute)
  }, [navigation, isSent])

  const toBill = () => {
    controller.back()
    if (!navigation.backTo(PayRoute)) navigation.replace(PayRoute)
  }
  if (!preview) return <NothingToConfirm text={messages.noneText} onForm={toBill} />
  const press = () => {
    const shown = pressed.take()
    if (phase === 'asking') navigation.push(PayLoadingRoute)
    // Why it can't be confirmed stands in the state.
    else controller.confirm(shown, guard.accepted).catch(() => {})
  }
  return (
    <div className="lk-stack" data-testid="pay-review-view">
      <Hero preview={preview} />
      {preview.steps > 1 ? (
        <Banner tone="info">
          {preview.isSwapFirst
            ? messages.swapFirst({ amount: exactAmountText(preview.pays, locale) })
            : messages.oneByOne}
        </Banner>
      ) : null}
      {preview.isSwapFirst ? <OpenSwapBanner swap={state.swap} /> : null}
      <Card>
        <ReviewDetails preview={preview} state={state} />
      </Card>
      {/* What was answered, and what was warned of, stand where the button is: both are about it. */}
      <ActionBar>
        <Notices preview={preview} state={state} />
        {phase === 'asking' ? null : <GuardBoxes guard={guard} />}
        <Button
          fullWidth
          disabled={phase !== 'asking' && !guard.isOpen}
          loading={phase === 'preparing'}
          data-testid="pay-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={press}
        >
          {phase === 'asking' ? messages.showRequest : pressWords}
        </Button>
        <Button variant="secondary" fullWidth data-testid="pay-back" onClick={toBill}>
          {messages.back}
        </Button>
      </ActionBar>
    </div>
  )
}

interface ReviewProps {
  readonly preview: PaymentPreview
  readonly state: PayState
}

/** A box for each thing that the person has to accept before a wallet is asked. */
function usePaymentGuard({ preview, swap }: PayState) {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  const what = preview ? exactAmountText(preview.pays, locale) : ''
  const labels = {
    lost: messages.acceptLost({ what }),
    mayRepeat: messages.lookedUp,
    repeats: messages.acceptTwice({ what }),
  }
  const dangers = preview ? paymentDangers(preview) : []
  const secondSwap = preview?.isSecondSwap ? swap?.askedAt : undefined
  return useGuard([
    ...dangers.map((danger) => ({ ...danger, label: labels[danger.kind], testId: testIds[danger.kind] })),
    ...(secondSwap === undefined
      ? []
      : [{ subject: `swap ${secondSwap}`, label: messages.acceptSwapAgain, testId: 'pay-swap-again' }]),
  ])
}

function Hero({ preview }: Pick<ReviewProps, 'preview'>) {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  const worth = useWorth(preview.pays, preview.way.pays)
  return (
    <div className="lk-hero" data-compact="">
      <AssetPicture
        asset={preview.way.pays}
        symbol={preview.pays.symbol}
        networkName={preview.way.networkName}
      />
      <div className="lk-hero-words">
        <p className="lk-hero-title" data-testid="pay-review-amount">
          <AmountText {...preview.pays} maximumFractionDigits={preview.pays.decimals} />
        </p>
        {preview.sells ? (
          <p className="lk-hero-text" data-testid="pay-review-leaving">
            {outsideSentence(messages.forUpTo({ amount: exactAmountText(roundUp(preview.sells), locale) }))}
          </p>
        ) : null}
        {worth === undefined ? null : <FiatText value={worth} />}
      </div>
    </div>
  )
}

function Notices({ preview: { notices }, state: { notice, error } }: ReviewProps) {
  const messages = useMessages(payMessages)
  const told = useRepeatWords(notices)
  return (
    <>
      <NoticeBanners notices={told} testId="pay-notice" />
      {notice === undefined ? null : (
        <div data-testid={`pay-told-${notice}`}>
          <Banner tone={notice === 'changed' ? 'warning' : 'info'} announce="status">
            {messages[notice === 'swapped' ? 'swappedNow' : notice]}
          </Banner>
        </div>
      )}
      <ErrorBanner error={error} />
    </>
  )
}

/** Digits of a limit after the point. */
const limitDigits = 6

/** Writes a limit with few digits: rounded up, so that no more leaves than is said. */
function roundUp({ value, decimals, symbol }: Amount): Amount {
  if (decimals <= limitDigits) return { value, decimals, symbol }
  const unit = 10n ** BigInt(decimals - limitDigits)
  return { value: (value + unit - 1n) / unit, decimals: limitDigits, symbol }
}

/** A string, not an element: the button draws isolated amounts itself. */
function usePressWords(preview: PaymentPreview | undefined): string {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  if (!preview) return messages.showRequest
  const { sells } = preview
  // Where another token is swapped for it, that one leaves, and not what the bill asks for.
  const leaving = { amount: exactAmountText(sells ? roundUp(sells) : preview.pays, locale) }
  if (preview.isSwapFirst) return (preview.isSecondSwap ? messages.swapAgain : messages.swapNow)(leaving)
  // Other owners carry it out: pressing it pays nothing yet.
  if (preview.feePayer === 'executor')
    return messages.propose({ amount: exactAmountText(preview.pays, locale) })
  return sells ? messages.payUpTo(leaving) : messages.pay(leaving)
}

function ReviewDetails({ preview, state }: ReviewProps) {
  const messages = useMessages(payMessages)
  const walletName = useWalletName()
  const { target, networkName } = state
  const locale = useLocale()
  const { sells, fee, likelyFee, steps } = preview
  const feeWorth = useWorth(fee, preview.way.networkId)
  const likelyFeeWorth = useWorth(likelyFee, preview.way.networkId)
  const fees = useFeeDetails({ ...preview, feeWorth, likelyFeeWorth, currency: 'usd' }, 'pay-review-fee')
  const details: readonly (Detail | undefined)[] = [
    sells && {
      label: messages.sells,
      value: <AmountText {...roundUp(sells)} maximumFractionDigits={limitDigits} />,
      testId: 'pay-review-sells',
    },
    {
      label: messages.to,
      value: <Merchant network={preview.way.networkId} address={preview.receiver} />,
      stacked: true,
      testId: 'pay-review-receiver',
    },
    ...billDetails(preview.isSwapFirst ? undefined : state.bill?.title, messages.for),
    { label: messages.network, value: safeText(networkName ?? '', 40) },
    ...memoDetails(preview.isSwapFirst ? undefined : state.bill?.memo, messages.memo),
    ...fees,
    steps > 1
      ? { label: messages.requests, value: <bdi>{new Intl.NumberFormat(locale).format(steps)}</bdi> }
      : undefined,
    target && {
      label: messages.from,
      value: <NamedAddress network={target.namespace} address={target.address} />,
      note: walletName(target.walletName),
    },
  ]
  return <DetailList details={details.filter((detail) => detail !== undefined)} />
}
