import { SkeletonRow } from '../components/SkeletonRow.js'

/** A view that is being loaded: rows, because most views are. */
export function ViewSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="lk-view-skeleton" role="status" aria-label={label}>
      <SkeletonRow leading="square" />
      <SkeletonRow leading="square" />
      <SkeletonRow leading="square" />
    </div>
  )
}
