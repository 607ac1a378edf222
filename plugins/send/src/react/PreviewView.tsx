import { errorWords } from '@latchkey/kernel/plugin'
import type { BalanceChange, FeeLevel } from '@latchkey/kernel/contracts'
import { Navigation, Wallets } from '@latchkey/kernel/wallet'
import {
  AmountText,
  ActionBar,
  Banner,
  Button,
  Card,
  Chip,
  CopyButton,
  type Detail,
  DetailList,
  ErrorBanner,
  exactAmountText,
  FiatText,
  type Guard,
  GuardBoxes,
  NamedAddress,
  NothingToConfirm,
  safeText,
  TokenIcon,
  useFeeDetails,
  useGuard,
  useLocale,
  useMessages,
  usePressed,
  useService,
  useWalletName,
  useWords,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { SendProgressRoute, SendRoute } from '../routes.js'
import type { NameOrigin, SendPreview, SendState } from '../Sender.js'
import { sendMessages } from './messages.js'
import { useDangerQuestions } from './useDangerQuestions.js'
import type { SendViewProps } from './SendViewProps.js'
import { useSendState } from './useSendState.js'
import { Twins, Warnings } from './Warnings.js'

/** All there is to know before the wallet opens: the whole receiver, the fee, and what will change. */
export default function PreviewView({ controller }: SendViewProps) {
  const messages = useMessages(sendMessages)
  const say = useWords()
  const navigation = useService(Navigation)
  const state = useSendState()
  const { preview, phase, target, transaction } = state
  const guard = useSendGuard(preview)
  const pressed = usePressed(preview)
  const isAsked = phase === 'signing'
  const confirmLabel = useConfirmLabel(preview, isAsked, state.isUnread)
  const isSent = !preview && transaction !== undefined

  useEffect(() => {
    if (isSent) navigation.replace(SendProgressRoute)
  }, [navigation, isSent])

  const toForm = () => {
    if (!navigation.backTo(SendRoute)) navigation.replace(SendRoute, undefined)
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
    if (isAsked) navigation.push(SendProgressRoute)
    else void controller.confirm(shown, guard.accepted)
  }
  return (
    <div className="lk-stack" data-testid="send-preview-view">
      <Hero state={state} preview={preview} />
      <Warnings warnings={preview.warnings} />
      <Card>
        <Facts state={state} preview={preview} />
      </Card>
      <Twins warnings={preview.warnings} receiver={preview.receiver.address} />
      {/* Another owner who pays the fee chooses how fast. */}
      {target.feeLevels.length > 1 && preview.feePayer !== 'executor' ? (
        <Speeds
          levels={target.feeLevels}
          value={state.draft.feeLevel}
          disabled={isAsked}
          onChange={(level) => controller.setFeeLevel(level)}
        />
      ) : null}
      {preview.changes && preview.changes.length > 0 ? (
        <Changes changes={preview.changes} state={state} />
      ) : null}
      {/* What was answered, and what is asked for, stand where the button is: both are about it. */}
      <ActionBar>
        <Notices state={state} />
        {isAsked ? null : <GuardBoxes guard={guard} />}
        <Button
          fullWidth
          loading={state.isRefreshing}
          disabled={!isAsked && !guard.isOpen}
          data-testid="send-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={press}
        >
          {confirmLabel}
        </Button>
        <Button variant="secondary" fullWidth data-testid="send-cancel" onClick={toForm}>
          {messages.cancel}
        </Button>
      </ActionBar>
    </div>
  )
}

function useSendGuard(preview: SendPreview | undefined): Guard {
  const locale = useLocale()
  const what = preview ? exactAmountText(preview.amount, locale) : ''
  return useGuard(useDangerQuestions(preview?.dangers ?? [], what))
}

interface FactsProps {
  readonly state: SendState
  readonly preview: SendPreview
}

/** The amount that leaves. */
function Hero({ state, preview }: FactsProps) {
  const { amount, token, worth } = preview
  return (
    <div className="lk-hero" data-compact="">
      <TokenIcon
        symbol={amount.symbol}
        src={token.icon}
        networkId={token.networkId}
        address={token.address}
        networkName={state.target?.networkName}
        size="lg"
      />
      <div className="lk-hero-words">
        <p className="lk-hero-title">
          <AmountText {...amount} maximumFractionDigits={amount.decimals} />
        </p>
        {worth === undefined ? null : <FiatText value={worth} currency={state.currency.toUpperCase()} />}
      </div>
    </div>
  )
}

function Notices({ state: { notice, error } }: { readonly state: SendState }) {
  const messages = useMessages(sendMessages)
  return (
    <>
      {notice === 'declined' ? <Banner announce="status">{messages.declined}</Banner> : null}
      {notice === 'feeChanged' || notice === 'previewChanged' ? (
        <Banner tone="warning" announce="status">
          {messages[notice]}
        </Banner>
      ) : null}
      <ErrorBanner error={error} />
    </>
  )
}

function Facts({ state, preview }: FactsProps) {
  const messages = useMessages(sendMessages)
  const walletName = useWalletName()
  const { target, currency } = state
  const { receiver, warnings } = preview
  // What the wallet may set by itself is no upper limit.
  const isEstimate = warnings.some(({ code }) => code === 'FEE_SET_BY_WALLET')
  const fees = useFeeDetails({ ...preview, currency, isEstimate }, 'send-fee')
  const { name, origin, address } = receiver
  const details: readonly Detail[] = [
    {
      label: messages.to,
      stacked: true,
      testId: 'send-to',
      value: (
        <>
          {name === undefined ? null : <bdi>{safeText(name, 255)}</bdi>}
          <NamedAddress network={preview.token.networkId} address={address} full />
          <NameOriginText origin={origin} />
        </>
      ),
      action: <CopyButton value={address} label={messages.copyReceiver} />,
    },
    { label: messages.network, value: safeText(target?.networkName ?? '', 40) },
    ...fees,
    {
      label: messages.from,
      value: <NamedAddress network={preview.token.networkId} address={target?.address ?? ''} />,
      note: walletName(target?.walletName ?? ''),
    },
  ]
  return <DetailList details={details} />
}

/** Who said where the receiver's name leads: money goes there. */
function NameOriginText({ origin }: { readonly origin: NameOrigin | undefined }) {
  const messages = useMessages(sendMessages)
  if (!origin) return null
  const host = safeText(origin.host ?? '', 64)
  return (
    <span className="lk-hint" data-testid="send-name-origin">
      {origin.source === 'service' ? messages.nameFromService({ host }) : messages.nameFromChain}
    </span>
  )
}

interface SpeedsProps {
  readonly levels: readonly FeeLevel[]
  readonly value: FeeLevel
  readonly disabled: boolean
  onChange(level: FeeLevel): void
}

function Speeds({ levels, value, disabled, onChange }: SpeedsProps) {
  const messages = useMessages(sendMessages)
  return (
    <fieldset className="lk-chips">
      <legend className="lk-field-label">{messages.speed}</legend>
      {levels.map((level) => (
        <Chip
          key={level}
          selected={level === value}
          disabled={disabled}
          data-testid={`send-speed-${level}`}
          onClick={() => onChange(level)}
        >
          {messages[level]}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Returns what the button does. Where other owners carry it out, pressing it proposes it to them and sends nothing yet. */
function useConfirmLabel(preview: SendPreview | undefined, isAsked: boolean, isUnread: boolean): string {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  if (isAsked || !preview) return messages.showRequest
  if (isUnread) return messages.checkedChange
  const amount = exactAmountText(preview.amount, locale)
  return preview.feePayer === 'executor'
    ? messages.proposeAmount({ amount })
    : messages.sendAmount({ amount })
}

/** The chain's own prediction, account by account. */
function Changes({
  changes,
  state,
}: {
  readonly changes: readonly BalanceChange[]
  readonly state: SendState
}) {
  const messages = useMessages(sendMessages)
  const wallets = useService(Wallets)
  const { target } = state
  const isSame = (target && wallets.namespace(target.namespace)?.isSameAddress) ?? Object.is
  return (
    <section className="lk-section" data-testid="send-changes">
      <h3 className="lk-section-title">{messages.changes}</h3>
      <dl className="lk-details">
        {changes.map(({ address, amount }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            key={index}
            className="lk-detail"
          >
            <dt className="lk-detail-label">
              {isSame(address, target?.address ?? '') ? messages.yours : messages.receivers}
            </dt>
            <dd className="lk-detail-value">
              <AmountText
                {...amount}
                sign="always"
                tone={amount.value > 0n ? 'positive' : 'neutral'}
                maximumFractionDigits={amount.decimals}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
