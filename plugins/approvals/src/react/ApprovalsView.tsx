import type { BaseError, Network } from '@latchkey/kernel/plugin'
import {
  ActionBar,
  Button,
  EmptyState,
  ErrorBanner,
  ErrorState,
  ShieldIcon,
  SkeletonRow,
  useAccount,
  useLocale,
  useMessages,
  useMutation,
  useService,
  useSnapshot,
  useWallet,
  VisuallyHidden,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import { Approvals, type ApprovalsState, type ListedApproval, mostAtOnce } from '../ApprovalsService.js'
import { ApprovalRow } from './ApprovalRow.js'
import { approvalsMessages } from './messages.js'
import { ReviewRevoke } from './ReviewRevoke.js'
import { RevokeProgress } from './RevokeProgress.js'
import { OldApprovals } from './OldApprovals.js'
import { SearchNotes } from './SearchNotes.js'

/** What others may move out of the account, and what takes it back. */
export default function ApprovalsView() {
  const service = useService(Approvals)
  const wallet = useWallet()
  const { network } = useAccount()
  const state = useSnapshot(service.state) as ApprovalsState
  const { approvals, revoking } = state
  const preparing = useMutation((ids: readonly string[]) => service.prepare(ids))
  const { reset } = preparing
  const shown = wallet?.accountId
  useEffect(() => {
    reset()
    if (shown) void service.read()
  }, [service, shown, reset])
  useEffect(
    () => () => {
      const { phase } = service.state.revoking ?? {}
      // How it ended was seen; what is under way is shown when the person comes back.
      if (phase !== undefined && phase !== 'asking' && phase !== 'pending') service.dismiss()
    },
    [service],
  )

  if (revoking && revoking.phase !== 'refused') {
    return (
      <RevokeProgress
        revoking={revoking}
        wallet={wallet}
        onList={() => {
          reset()
          service.dismiss()
        }}
      />
    )
  }
  const prepared = preparing.state.data
  const ids = preparing.state.variables ?? []
  if (prepared) {
    const isListed = (id: string) => approvals.some((one) => one.id === id)
    return (
      <ReviewRevoke
        prepared={prepared}
        isGone={!prepared.approvals.every(({ id }) => isListed(id))}
        error={revoking?.error}
        onConfirm={(accepted) => void service.revoke(prepared, accepted)}
        onBack={() => {
          reset()
          service.dismiss()
        }}
      />
    )
  }
  return (
    <Standing
      state={state}
      network={wallet && network}
      preparing={preparing.state.status === 'pending' ? ids : []}
      error={preparing.state.error}
      onRevoke={(chosen) => void preparing.run(chosen)}
    />
  )
}

interface StandingProps extends Omit<ListProps, 'approvals'> {
  readonly state: ApprovalsState
  readonly network: Network | undefined
  /** Why the last check failed. */
  readonly error: BaseError | undefined
}

/** What stands, in every state of the reading. */
function Standing({ state, network, error, ...rest }: StandingProps) {
  const messages = useMessages(approvalsMessages)
  const service = useService(Approvals)
  const { status, approvals } = state
  const icon = <ShieldIcon size="lg" />
  if (!network) return <EmptyState icon={icon} title={messages.noWallet} text={messages.noWalletText} />
  if (status === 'error' && approvals.length === 0)
    return <ErrorState error={state.error} onRetry={() => void service.read()} />
  if (status !== 'ready' && approvals.length === 0) return <Loading />
  return (
    <div className="lk-stack" data-testid="approvals">
      <OldApprovals state={state} onRetry={() => void service.read()} />
      {approvals.length === 0 ? (
        <None state={state} network={network} />
      ) : (
        <List approvals={approvals} {...rest} />
      )}
      <SearchNotes state={state} />
      <ErrorBanner error={error} />
    </div>
  )
}

/** Only what was looked at to the end is said to hold none. */
function None({ state, network }: { readonly state: ApprovalsState; readonly network: Network }) {
  const messages = useMessages(approvalsMessages)
  const isWhole = !state.searched && state.gaps.length === 0
  return (
    <EmptyState
      icon={<ShieldIcon size="lg" />}
      title={isWhole ? messages.none : messages.noneSoFar}
      text={isWhole ? messages.noneText({ network: network.name }) : messages.noneSoFarText}
    />
  )
}

function Loading() {
  const messages = useMessages(approvalsMessages)
  return (
    <div role="status" data-testid="approvals-loading">
      <VisuallyHidden>{messages.loading}</VisuallyHidden>
      <SkeletonRow trailing />
      <SkeletonRow trailing />
    </div>
  )
}

interface ListProps {
  readonly approvals: readonly ListedApproval[]
  /** Ids of those that are being checked. */
  readonly preparing: readonly string[]
  onRevoke(ids: readonly string[]): void
}

function List({ approvals, preparing, onRevoke }: ListProps) {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const isBusy = preparing.length > 0
  return (
    <>
      <p className="lk-hint">{messages.intro}</p>
      <ul className="lk-list" aria-label={messages.list}>
        {approvals.map((approval) => (
          <li className="lk-list-item" key={approval.id}>
            <ApprovalRow
              approval={approval}
              isPreparing={preparing.length === 1 && preparing[0] === approval.id}
              disabled={isBusy}
              onRevoke={() => onRevoke([approval.id])}
            />
          </li>
        ))}
      </ul>
      {approvals.length > 1 ? (
        <ActionBar>
          <Button
            variant="secondary"
            fullWidth
            loading={preparing.length > 1}
            disabled={isBusy}
            data-testid="approvals-revoke-all"
            onClick={() => onRevoke(approvals.slice(0, mostAtOnce).map(({ id }) => id))}
          >
            {approvals.length > mostAtOnce
              ? messages.revokeFirst({ count: new Intl.NumberFormat(locale).format(mostAtOnce) })
              : messages.revokeAll}
          </Button>
        </ActionBar>
      ) : null}
    </>
  )
}
