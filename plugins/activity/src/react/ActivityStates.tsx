import type { NamespaceId, Network } from '@latchkey/kernel/plugin'
import {
  ActivityIcon,
  EmptyState,
  ErrorState,
  SkeletonRow,
  useMessages,
  VisuallyHidden,
} from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import { EmptyActivity } from './EmptyActivity.js'
import { activityMessages } from './messages.js'
import { OldActivity } from './OldActivity.js'
import type { UseActivityResult } from './useActivity.js'

export interface ActivityStatesProps {
  readonly activity: UseActivityResult
  readonly namespace: NamespaceId | undefined
  readonly network: Network | undefined
  /** What is shown when there is something to show. */
  readonly children: ReactNode
  /** What follows an empty list. */
  readonly footer?: ReactNode | undefined
}

/** Loading, failed, unsupported and empty, each designed; the list otherwise. */
export function ActivityStates({ activity, namespace, network, children, footer }: ActivityStatesProps) {
  const messages = useMessages(activityMessages)
  const { status, transactions, reading, refresh, error, searched } = activity
  if (transactions.length > 0) {
    return (
      <>
        <OldActivity activity={activity} />
        {children}
      </>
    )
  }
  if (status === 'unsupported') {
    return (
      <EmptyState
        icon={<ActivityIcon size="lg" />}
        title={messages.unsupported}
        text={messages.unsupportedText}
      />
    )
  }
  if (status === 'error') {
    return (
      <ErrorState
        error={error}
        title={messages.unavailable}
        text={messages.unavailableText}
        retrying={reading}
        onRetry={refresh}
      />
    )
  }
  if (status !== 'success') return <LoadingActivity label={messages.loading} />
  return (
    <>
      <OldActivity activity={activity} />
      <EmptyActivity namespace={namespace} network={network} searched={searched} />
      {footer}
    </>
  )
}

/** As many rows as the specification says. */
const skeletonRows = ['1', '2', '3', '4', '5', '6', '7']

function LoadingActivity({ label }: { readonly label: string }) {
  return (
    <div className="lk-list" role="status" data-testid="activity-loading">
      <VisuallyHidden>{label}</VisuallyHidden>
      {skeletonRows.map((key) => (
        <SkeletonRow key={key} trailing />
      ))}
    </div>
  )
}
