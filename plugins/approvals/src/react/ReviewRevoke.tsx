import { type BaseError, isUserRejection } from '@latchkey/kernel/plugin'
import type { PreparedCalls } from '@latchkey/kernel/contracts'
import {
  ActionBar,
  AddressText,
  Banner,
  Button,
  Card,
  CopyButton,
  type Detail,
  DetailList,
  ErrorBanner,
  exactAmountText,
  GuardBoxes,
  type GuardQuestion,
  NamedAddress,
  NoticeBanners,
  safeText,
  useFeeDetails,
  useGuard,
  useLocale,
  useLossText,
  useMessages,
  usePressed,
  useWallet,
} from '@latchkey/ui-react'
import type { Danger } from '@latchkey/kernel/transaction'
import type { ListedApproval, PreparedRevoke } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'
import { useApprovalTexts } from './useApprovalTexts.js'

export interface ReviewRevokeProps {
  readonly prepared: PreparedRevoke
  /** What was prepared isn’t what stands any more. */
  readonly isGone: boolean
  /** Why the wallet made nothing of it before. */
  readonly error: BaseError | undefined
  onConfirm(accepted: readonly Danger[]): void
  onBack(): void
}

/** What is taken back, from whom, and what that costs, before the wallet opens. */
export function ReviewRevoke({ prepared, isGone, error, onConfirm, onBack }: ReviewRevokeProps) {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const { approvals, leftOut, calls } = prepared
  const pressed = usePressed(calls)
  const isOne = approvals.length === 1
  const { fee, feePayer, notices, steps } = calls
  const fees = useFeeDetails(calls, 'approvals-fee')
  const place = usePlace()
  const losesSome = prepared.dangers.length > 0
  const guard = useGuard(useDangerQuestions(prepared))
  return (
    <div className="lk-stack" data-testid="approvals-review">
      <p className="lk-hint">{isOne ? messages.reviewText : messages.reviewAllText}</p>
      {approvals.map((approval) => (
        <Facts key={approval.id} approval={approval} />
      ))}
      <Card>
        <DetailList details={[...fees, ...place]} />
      </Card>
      <ActionBar>
        <Warnings prepared={calls} losesSome={losesSome} />
        <LeftOut approvals={leftOut} />
        <NoticeBanners notices={notices} testId="approvals-notice" />
        {steps > 1 ? (
          <Banner>{messages.severalSteps({ count: new Intl.NumberFormat(locale).format(steps) })}</Banner>
        ) : null}
        {isGone ? (
          <Banner tone="warning" announce="status">
            {messages.gone}
          </Banner>
        ) : null}
        {error && isUserRejection(error) ? (
          <Banner announce="status">{messages.declined}</Banner>
        ) : (
          <ErrorBanner error={error} />
        )}
        <GuardBoxes guard={guard} />
        <Button
          variant={losesSome ? 'danger' : 'primary'}
          fullWidth
          disabled={isGone || !guard.isOpen}
          data-testid="approvals-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={() => {
            if (pressed.take() === calls) onConfirm(guard.accepted)
          }}
        >
          {feePayer === undefined
            ? messages.confirm({ fee: exactAmountText(fee, locale) })
            : messages.propose}
        </Button>
        <Button variant="secondary" fullWidth data-testid="approvals-back" onClick={onBack}>
          {messages.back}
        </Button>
      </ActionBar>
    </div>
  )
}

/** Returns whose approvals they are, and on which network: the wallet asks for one of each. */
function usePlace(): readonly Detail[] {
  const messages = useMessages(approvalsMessages)
  const wallet = useWallet()
  if (!wallet) return []
  const { networkId, network, account } = wallet
  return [
    {
      label: messages.account,
      testId: 'approvals-account',
      value: <NamedAddress network={networkId} address={account.address} />,
    },
    { label: messages.network, testId: 'approvals-network', value: safeText(network?.name ?? networkId, 40) },
  ]
}

/** Returns what has to be accepted, in words that name what is lost. */
function useDangerQuestions({ dangers }: PreparedRevoke): readonly GuardQuestion[] {
  const messages = useMessages(approvalsMessages)
  const lossText = useLossText()
  return dangers.map((danger) => ({
    ...danger,
    label: messages.acceptLoss({ what: lossText(danger.losses) }),
    testId: 'approvals-accept-loss',
  }))
}

interface WarningsProps {
  readonly prepared: PreparedCalls
  readonly losesSome: boolean
}

/** What a trial run says that a revoking never does. */
function Warnings({ prepared: { allowances = [] }, losesSome }: WarningsProps) {
  const messages = useMessages(approvalsMessages)
  return (
    <>
      {losesSome ? (
        <Banner tone="danger" announce="alert">
          {messages.losesSome}
        </Banner>
      ) : null}
      {allowances.some(({ amount }) => amount !== 0n) ? (
        <Banner tone="warning" announce="status">
          {messages.keepsSome}
        </Banner>
      ) : null}
    </>
  )
}

function LeftOut({ approvals }: { readonly approvals: readonly ListedApproval[] }) {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  if (approvals.length === 0) return null
  const symbols = new Set(approvals.map(({ token }) => safeText(token.symbol, 24)))
  return (
    <Banner tone="warning" announce="status">
      {messages.leftOut({ names: new Intl.ListFormat(locale).format(symbols) })}
    </Banner>
  )
}

function Facts({ approval }: { readonly approval: ListedApproval }) {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const texts = useApprovalTexts(approval)
  const { token, spender, expiresAt } = approval
  const details: readonly Detail[] = [
    {
      label: messages.token,
      stacked: true,
      value: (
        <>
          <bdi>{safeText(token.name ?? token.symbol, 64)}</bdi>
          <AddressText address={token.address} full />
        </>
      ),
      action: <CopyButton value={token.address} label={messages.copyToken} />,
    },
    {
      label: messages.spender,
      stacked: true,
      value: (
        <>
          <bdi>{texts.spender}</bdi>
          <AddressText address={spender} full />
        </>
      ),
      action: <CopyButton value={spender} label={messages.copySpender} />,
    },
    { label: messages.allowed, value: texts.amount },
    { label: messages.risk, value: texts.atRisk ?? messages.riskUnknown },
    ...(expiresAt === undefined
      ? []
      : [
          {
            label: messages.ends,
            value: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
              expiresAt,
            ),
          },
        ]),
  ]
  return (
    <Card>
      <DetailList details={details} />
    </Card>
  )
}
