import { Skeleton } from '../components/Skeleton.js'
import { SkeletonRow } from '../components/SkeletonRow.js'

export interface ViewSkeletonProps {
  readonly label: string
  /** Default `rows`, because most views are. */
  readonly kind?: 'rows' | 'form' | undefined
}

/** A view that is being loaded. */
export function ViewSkeleton({ label, kind = 'rows' }: ViewSkeletonProps) {
  return (
    <div className="lk-view-skeleton" role="status" aria-label={label} data-kind={kind}>
      {kind === 'form' ? (
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
