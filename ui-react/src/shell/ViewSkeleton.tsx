import { Skeleton } from '../components/Skeleton.js'
import { SkeletonRow } from '../components/SkeletonRow.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'
import type { ViewSkeletonKind } from '../routeView.js'

export interface ViewSkeletonProps {
  /** Default `rows`, because most views are. */
  readonly kind?: ViewSkeletonKind | undefined
}

/** A view that is being loaded. */
export function ViewSkeleton({ kind = 'rows' }: ViewSkeletonProps) {
  const messages = useMessages(shell)
  return (
    <div className="lk-view-skeleton" role="status" aria-label={messages.loadingView} data-kind={kind}>
      {kind === 'code' ? (
        <div className="lk-waiting">
          <span className="lk-qr">
            <Skeleton shape="block" />
          </span>
        </div>
      ) : kind === 'form' ? (
        <>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </>
      ) : (
        <>
          <SkeletonRow leading="square" />
          <SkeletonRow leading="square" />
          <SkeletonRow leading="square" />
        </>
      )}
    </div>
  )
}
