import { type BaseError, isUserRejection, type RouteParams } from '@latchkey/kernel/plugin'
import {
  type ChildFacts,
  namespaceOf,
  type PendingFacts,
  type PreparedReplacement,
  Replace,
  type ReplaceWay,
  type TransactionRecord,
} from '@latchkey/kernel/contracts'
import { type Danger, FeeUnreasonableError } from '@latchkey/kernel/transaction'
import type { PendingTransactionRoute } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AmountText,
  Banner,
  Button,
  Card,
  type Detail,
  DetailList,
  EmptyState,
  ErrorBanner,
  ErrorState,
  GuardBoxes,
  exactAmountText,
  NamedAddress,
  NoticeBanners,
  safeText,
  SkeletonRow,
  useAccount,
  useGuard,
  useLocale,
  useMessages,
  useMutation,
  usePressed,
  useService,
  useSnapshot,
  useWallet,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { ActivityFeed, type ActivityState } from '../ActivityFeed.js'
import { nonceOf, replacementDangers } from '../replacementDangers.js'
import { activityMessages } from './messages.js'
import { ReplacementProgress } from './ReplacementProgress.js'
import { TransactionRow } from './TransactionRow.js'
import { useEntries } from './useEntries.js'

interface PendingTransactionViewProps {
  readonly params: RouteParams<typeof PendingTransactionRoute>
}

type Asked = { readonly way: ReplaceWay; readonly highestFee?: bigint }

/** A transaction that the chain hasn't taken: what it is, and what can be done about it. */
export default function PendingTransactionView({ params }: PendingTransactionViewProps) {
  const messages = useMessages(activityMessages)
  const { id, namespace } = params
  const feed = useService(ActivityFeed)
  const state = useSnapshot(feed.state) as ActivityState
  const wallet = useWallet(namespace === undefined ? {} : { namespace })
  const capability = wallet?.use(Replace)
  const finding = useMutation(async () => capability?.find({ id }))
  const preparing = useMutation(async (asked: Asked) => capability?.prepare({ id, ...asked }))
  const { run } = finding
  const shown = wallet?.accountId
  useEffect(() => {
    if (shown) void run(undefined)
  }, [run, shown])

  const replacement = state.replacements[id]
  if (replacement && replacement.phase !== 'refused') {
    return <ReplacementProgress pendingId={id} replacement={replacement} wallet={wallet} />
  }
  if (!wallet || !capability) {
    return <EmptyState title={messages.pendingTitle} text={messages.pendingNoWallet} />
  }
  const known = Object.values(state.entries)
    .flatMap(({ transactions }) => transactions as readonly TransactionRecord[])
    .find((record) => record.id === id)
  if (known && known.status !== 'pending') return <Taken record={known} />
  if (finding.state.error) {
    return (
      <div className="lk-stack" data-testid="pending-unread">
        {known ? (
          <Card padding="none">
            <Row record={known} />
          </Card>
        ) : null}
        <ErrorState error={finding.state.error} onRetry={() => void run(undefined)} />
      </div>
    )
  }
  const found = finding.state.data
  if (!found) return <SkeletonRow trailing />
  const record = known ?? found.record
  const prepared = preparing.state.data
  return (
    <div className="lk-stack" data-testid="pending-transaction">
      <Card padding="none">
        <Row record={record} />
      </Card>
      {prepared ? (
        <Review
          prepared={prepared}
          refusal={replacement?.error}
          onConfirm={(accepted) => void feed.replace(prepared, record, accepted)}
          onBack={preparing.reset}
        />
      ) : (
        <Ways
          found={found}
          record={record}
          preparing={preparing.state}
          onChoose={(asked) => void preparing.run(asked)}
        />
      )}
    </div>
  )
}

/** The chain took it while it was looked at. */
function Taken({ record }: { readonly record: TransactionRecord }) {
  const messages = useMessages(activityMessages)
  return (
    <div className="lk-stack" data-testid="pending-taken">
      <Card padding="none">
        <Row record={record} />
      </Card>
      <p className="lk-hint" role="status">
        {messages.pendingTaken}
      </p>
    </div>
  )
}

function Row({ record }: { readonly record: TransactionRecord }) {
  const { network } = useAccount({ namespace: namespaceOf(record.networkId) })
  const { entries, dates } = useEntries([record])
  return entries.map((entry) =>
    entry.kind === 'row' ? (
      <TransactionRow key={entry.key} entry={entry} network={network} dates={dates} leadsTo="explorer" />
    ) : null,
  )
}

interface WaysProps {
  readonly record: TransactionRecord
  readonly found: PendingFacts
  readonly preparing: {
    readonly status: string
    readonly variables: Asked | undefined
    readonly error: BaseError | undefined
  }
  onChoose(asked: Asked): void
}

/** What can be done about it. */
function Ways({ found, record, preparing, onChoose }: WaysProps) {
  const messages = useMessages(activityMessages)
  const locale = useLocale()
  const { error, variables } = preparing
  const asked = preparing.status === 'pending' ? variables?.way : undefined
  const tooHigh = error instanceof FeeUnreasonableError ? error.fee : undefined
  const texts = { faster: messages.speedUp, cancel: messages.cancelIt, child: messages.speedUp }
  const isChild = found.ways.includes('child')
  const place = usePlaceDetails(record)
  return (
    <>
      <p className="lk-hint">{isChild ? messages.pendingChildText : messages.pendingText}</p>
      <Card>
        <DetailList
          details={[
            ...place,
            {
              label: isChild ? messages.theirFee : messages.feeNow,
              testId: 'pending-fee',
              value: <AmountText {...found.fee} maximumFractionDigits={8} />,
            },
          ]}
        />
      </Card>
      <NoticeBanners notices={found.notices} testId="pending-notice" />
      <ActionBar>
        <ErrorBanner error={error} />
        {tooHigh && variables ? (
          <Button
            variant="danger"
            fullWidth
            data-testid="pending-pay-anyway"
            onClick={() => onChoose({ way: variables.way, highestFee: tooHigh.value })}
          >
            {messages.payAnyway({ fee: exactAmountText(tooHigh, locale) })}
          </Button>
        ) : null}
        {found.ways.map((way) => (
          <Button
            key={way}
            variant={way === 'cancel' || tooHigh ? 'secondary' : 'primary'}
            fullWidth
            loading={asked === way}
            disabled={asked !== undefined && asked !== way}
            data-testid={`pending-${way}`}
            onClick={() => onChoose({ way })}
          >
            {texts[way]}
          </Button>
        ))}
      </ActionBar>
    </>
  )
}

/** Returns whom a send is for, and on which network it waits. */
function usePlaceDetails({ networkId, operation, to, transfers }: TransactionRecord): readonly Detail[] {
  const messages = useMessages(activityMessages)
  const { network } = useAccount({ namespace: namespaceOf(networkId) })
  const receiver = transfers.find(({ direction }) => direction === 'out')?.to ?? to
  const details: Detail[] = []
  if (operation === 'send' && receiver !== undefined) {
    const value = <NamedAddress network={networkId} address={receiver} />
    details.push({ label: messages.to, testId: 'pending-to', value })
  }
  if (network?.id === networkId) {
    details.push({ label: messages.network, testId: 'pending-network', value: safeText(network.name, 40) })
  }
  return details
}

interface ReviewProps {
  readonly prepared: PreparedReplacement
  readonly refusal: BaseError | undefined
  onConfirm(accepted: readonly Danger[]): void
  onBack(): void
}

/** What the new transaction costs and does, before the wallet opens. */
function Review({ prepared, refusal, onConfirm, onBack }: ReviewProps) {
  const messages = useMessages(activityMessages)
  const locale = useLocale()
  const pressed = usePressed(prepared)
  const { way, fee, notices, child } = prepared
  const texts = {
    faster: { text: messages.speedUpText, confirm: messages.speedUpFor },
    cancel: { text: messages.cancelText, confirm: messages.cancelFor },
    child: { text: messages.childText, confirm: messages.childFor },
  }[way]
  const sum = exactAmountText(fee, locale)
  const label = messages.nonceCompared({ nonce: nonceOf(prepared) })
  const dangers = replacementDangers(prepared)
  const guard = useGuard(dangers.map((danger) => ({ ...danger, label, testId: 'pending-compared' })))
  return (
    <>
      <p className="lk-hint">{texts.text}</p>
      <Card>
        {child ? <ChildDetails prepared={prepared} child={child} /> : <FeeDetails prepared={prepared} />}
      </Card>
      <ActionBar>
        <NoticeBanners notices={notices} testId="pending-notice" />
        <Refusal error={refusal} />
        <GuardBoxes guard={guard} />
        <Button
          variant={way === 'cancel' ? 'danger' : 'primary'}
          fullWidth
          disabled={!guard.isOpen}
          data-testid="pending-confirm"
          onPointerDown={pressed.onPointerDown}
          onClick={() => {
            if (pressed.take() === prepared) onConfirm(guard.accepted)
          }}
        >
          {texts.confirm({ fee: sum })}
        </Button>
        <Button variant="secondary" fullWidth data-testid="pending-back" onClick={onBack}>
          {messages.keepPending}
        </Button>
      </ActionBar>
    </>
  )
}

interface DetailsProps {
  readonly prepared: PreparedReplacement
}

function FeeDetails({ prepared: { fee, previousFee } }: DetailsProps) {
  const messages = useMessages(activityMessages)
  return (
    <DetailList
      details={[
        { label: messages.feeNow, value: <AmountText {...previousFee} maximumFractionDigits={8} /> },
        {
          label: messages.feeNew,
          testId: 'pending-new-fee',
          value: <AmountText {...fee} maximumFractionDigits={8} />,
        },
      ]}
    />
  )
}

/** A further transaction that pays for the pending one: who paid that, what both pay, and what is left. */
function ChildDetails({ prepared, child }: DetailsProps & { readonly child: ChildFacts }) {
  const messages = useMessages(activityMessages)
  const locale = useLocale()
  const { left, from, rate } = child
  const { fee, previousFee, record } = prepared
  const [sender] = from
  const figure = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 1 })
  return (
    <DetailList
      details={[
        ...(sender === undefined
          ? []
          : [
              {
                label: messages.childFrom,
                testId: 'pending-sender',
                value:
                  from.length === 1 ? (
                    <NamedAddress network={record.networkId} address={sender} />
                  ) : (
                    messages.severalSenders({ count: figure(from.length) })
                  ),
              },
            ]),
        { label: messages.theirFee, value: <AmountText {...previousFee} maximumFractionDigits={8} /> },
        {
          label: messages.childFee,
          testId: 'pending-new-fee',
          value: <AmountText {...fee} maximumFractionDigits={8} />,
        },
        {
          label: messages.childRate,
          testId: 'pending-rate',
          value: messages.rateChange({
            before: figure(rate.before),
            after: figure(rate.after),
            unit: safeText(rate.unit, 12) ?? '',
          }),
        },
        {
          label: messages.childLeft,
          testId: 'pending-left',
          value: <AmountText {...left} maximumFractionDigits={8} />,
        },
      ]}
    />
  )
}

/** The person's own choice is said calmly. */
function Refusal({ error }: { readonly error: BaseError | undefined }) {
  const messages = useMessages(activityMessages)
  if (error && isUserRejection(error)) return <Banner announce="status">{messages.notReplaced}</Banner>
  return <ErrorBanner error={error} />
}
