export interface SkeletonProps {
  /** `text` is as high as a line, `title` a little higher, `circle` and `square` are pictures, `block` fills. */
  readonly shape?: 'text' | 'title' | 'circle' | 'square' | 'block' | undefined
  /** Share of the line a text fills. Default `full`. */
  readonly width?: 'quarter' | 'third' | 'half' | 'full' | undefined
}

/** A quiet placeholder in the final layout's place and size. */
export function Skeleton({ shape = 'text', width = 'full' }: SkeletonProps) {
  return (
    <span className="lk-skeleton" data-animated="" data-shape={shape} data-width={width} aria-hidden="true" />
  )
}
