import { Skeleton } from '../components/Skeleton.js'
import { SkeletonRow } from '../components/SkeletonRow.js'
import type { ViewSkeletonKind } from '../routeView.js'

export interface ViewSkeletonProps {
  readonly label: string
  /** Default `rows`, because most views are. */
  readonly kind?: ViewSkeletonKind | undefined
}

/** A view that is being loaded. */
export function ViewSkeleton({ label, kind = 'rows' }: ViewSkeletonProps) {
  return (
    <div className="lk-view-skeleton" role="status" aria-label={label} data-kind={kind}>
      {kind === 'code' ? (
        <div className="lk-waiting">
          <span className="lk-qr" data-size="lg">
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
