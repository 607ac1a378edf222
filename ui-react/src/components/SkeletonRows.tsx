import { SkeletonRow } from './SkeletonRow.js'

export interface SkeletonRowsProps {
  /** How many rows are awaited. */
  readonly count: number
}

/** A list of rows with a picture and one line that has not arrived: as high as the list, so nothing moves when it does. */
export function SkeletonRows({ count }: SkeletonRowsProps) {
  return (
    <div className="lk-list" aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <div key={row} className="lk-list-item">
          <SkeletonRow leading="square" subtitle={false} />
        </div>
      ))}
    </div>
  )
}
