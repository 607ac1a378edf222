import { errorWords, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AmountText,
  Banner,
  Button,
  Card,
  Checkbox,
  GuardBoxes,
  useGuard,
  type Detail,
  ErrorBanner,
  exactAmountText,
  FiatText,
  NamedAddress,
  NoticeBanners,
  NothingToConfirm,
  TokenIcon,
  useAddressNames,
  useLocale,
  useMessages,
  usePressed,
  useService,
  useWalletName,
  useWords,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { SwapProgressRoute, SwapRoute } from '../routes.js'
import type { SwapPreview, SwapState } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { OpenAllowanceBanner } from './OpenAllowanceBanner.js'
import { QuoteDetails } from './QuoteDetails.js'
import { swapMessages } from './swapMessages.js'
import type { SwapViewProps } from './SwapViewProps.js'
import { useDangerQuestions } from './useDangerQuestions.js'
import { useSwapState } from './useSwapState.js'
import { OfferWarnings } from './Warnings.js'

/** All there is to know before the wallet opens: both amounts, the least that arrives, costs, approval and route. */
export default function PreviewView({ controller }: SwapViewProps) {
  const messages = useMessages(swapMessages)
  const say = useWords()
  const walletName = useWalletName()
  const navigation = useService(Navigation)
  const state = useSwapState()
  const { preview, phase, target, draft } = state
  const guard = useGuard(useDangerQuestions(preview, state.currency.toUpperCase()))
  const pressed = usePressed(preview)
  const isSent = !preview && state.transaction !== undefined
  const isAsked = phase === 'signing' || phase === 'approving'
  const confirmLabel = useConfirmLabel(preview, isAsked)

  useEffect(() => {
    if (isSent) navigation.replace(SwapProgressRoute)
  }, [navigation, isSent])

  const toForm = () => {
    if (!navigation.backTo(SwapRoute)) navigation.replace(SwapRoute, undefined)
  }
  if (!preview || !target) {
    return (
      <NothingToConfirm
        text={(state.error && say(errorWords(state.error))) ?? messages.nothingToConfirmText}
        onForm={toForm}
      />
    )
  }
  const press = () => {
    const shown = pressed.take()
    if (isAsked) navigation.push(SwapProgressRoute)
    else void controller.confirm(shown, guard.accepted)
  }
  return (
    <div className="lk-stack" data-testid="swap-preview-view">
      <Amounts preview={preview} networkId={target.networkId} currency={state.currency.toUpperCase()} />
      <Outcome state={state} />
      <OfferWarnings shown={preview} draft={draft} />
      <NoticeBanners notices={preview.notices} testId="swap-notice" />
      <Card>
        <QuoteDetails
          shown={preview}
          preview={preview}
          currency={state.currency.toUpperCase()}
          namespace={target.namespace}
          networkName={target.networkName}
        >
          {signerDetails(target, messages, walletName)}
        </QuoteDetails>
      </Card>
      <OpenAllowanceBanner state={state} controller={controller} />
      {preview.canUpgrade ? (
        <Checkbox
          checked={state.isUpgrading}
          disabled={isAsked || state.isRefreshing}
          onChange={(isUpgrading) => void controller.setUpgrading(isUpgrading)}
          label={messages.upgrade}
          data-testid="swap-upgrade"
        />
      ) : null}
      {/* What is asked for stands where the button is, which says nothing of it. */}
      <ActionBar>
        {isAsked ? null : <AsksTwice preview={preview} namespace={target.namespace} />}
        {isAsked ? null : <GuardBoxes guard={guard} />}
        <Button
          fullWidth
          loading={state.isRefreshing}
          disabled={!isAsked && !guard.isOpen}
          data-testid="swap-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={press}
        >
          {confirmLabel}
        </Button>
        <Button variant="secondary" fullWidth data-testid="swap-cancel" onClick={toForm}>
          {messages.cancel}
        </Button>
      </ActionBar>
    </div>
  )
}

/** The button names only the first of the two requests. */
function AsksTwice({
  preview,
  namespace,
}: Pick<AmountsProps, 'preview'> & { readonly namespace: NamespaceId }) {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  const { textOf } = useAddressNames()
  const { approval, allowed, quote } = preview
  if ((approval !== 'transaction' && approval !== 'signature') || !allowed || !quote.allowance) return null
  const spender = textOf(namespace, quote.allowance.spender)
  return (
    <Banner tone="info">{messages.asksTwice({ spender, amount: exactAmountText(allowed, locale) })}</Banner>
  )
}

/** A string, not an element: the button draws isolated amounts itself. */
function useConfirmLabel(preview: SwapPreview | undefined, isAsked: boolean): string {
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  if (isAsked || !preview) return messages.showRequest
  const amount = exactAmountText(preview.sold, locale)
  if (preview.approval === 'transaction') return messages.approve({ amount })
  if (preview.approval === 'signature') return messages.sign({ amount })
  // Other owners carry it out: pressing it swaps nothing yet.
  return preview.feePayer === 'executor' ? messages.propose({ amount }) : messages.swap({ amount })
}

interface AmountsProps {
  readonly preview: SwapPreview
  readonly networkId: NetworkId
  readonly currency: string
}

function Amounts({ preview, networkId, currency }: AmountsProps) {
  const { sold, bought, sell, buy, soldWorth, boughtWorth } = preview
  const picture = ({ symbol, icon, address }: SwapToken) => (
    <TokenIcon symbol={symbol} src={icon} networkId={networkId} address={address} size="sm" />
  )
  return (
    <div className="lk-hero" data-tight="">
      <div className="lk-toolbar">
        {picture(sell)}
        <p className="lk-hero-title" data-testid="swap-sold">
          <AmountText {...sold} maximumFractionDigits={sold.decimals} />
        </p>
      </div>
      {soldWorth === undefined ? null : <FiatText value={soldWorth} currency={currency} />}
      <span aria-hidden="true">↓</span>
      <div className="lk-toolbar">
        {picture(buy)}
        <p className="lk-hero-title" data-testid="swap-bought">
          <AmountText {...bought} maximumFractionDigits={bought.decimals} />
        </p>
      </div>
      {boughtWorth === undefined ? null : <FiatText value={boughtWorth} currency={currency} />}
    </div>
  )
}

function Outcome({ state: { notice, error } }: { readonly state: SwapState }) {
  const messages = useMessages(swapMessages)
  const changes = ['priceMoved', 'feeChanged', 'previewChanged'] as const
  const known = ['declined', 'approvalDeclined', 'approved', ...changes] as const
  const told = known.find((name) => name === notice)
  return (
    <>
      {told ? (
        <div data-testid={`swap-told-${told}`}>
          <Banner tone={changes.some((name) => name === told) ? 'warning' : 'info'} announce="status">
            {messages[told]}
          </Banner>
        </div>
      ) : null}
      <ErrorBanner error={error} />
    </>
  )
}

function signerDetails(
  { namespace, address, walletName }: NonNullable<SwapState['target']>,
  messages: typeof swapMessages.messages,
  sayWallet: ReturnType<typeof useWalletName>,
): readonly Detail[] {
  return [
    {
      label: messages.from,
      value: <NamedAddress network={namespace} address={address} />,
      note: sayWallet(walletName),
    },
  ]
}
