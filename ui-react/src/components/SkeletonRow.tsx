import { Skeleton } from './Skeleton.js'

export interface SkeletonRowProps {
  /** Shape of the picture at the start. Default `circle`. */
  readonly leading?: 'circle' | 'square' | 'none' | undefined
  /** With a second line of text. Default true. */
  readonly subtitle?: boolean | undefined
  /** With values at the end, as many as there are lines of text. */
  readonly trailing?: boolean | undefined
}

/** A {@link ListRow} that has not arrived: same height, so nothing moves when it does. */
export function SkeletonRow({ leading = 'circle', subtitle = true, trailing = false }: SkeletonRowProps) {
  return (
    <div className="lk-row" aria-hidden="true">
      {leading === 'none' ? null : (
        <span className="lk-row-leading">
          <Skeleton shape={leading} />
        </span>
      )}
      <span className="lk-row-text">
        <span className="lk-row-title">
          <Skeleton width="half" />
        </span>
        {subtitle ? (
          <span className="lk-row-subtitle">
            <Skeleton width="third" />
          </span>
        ) : null}
      </span>
      {trailing ? (
        <span className="lk-row-trailing">
          <span className="lk-row-value">
            <Skeleton />
          </span>
          {subtitle ? (
            <span className="lk-row-value">
              <Skeleton />
            </span>
          ) : null}
        </span>
      ) : null}
    </div>
  )
}
