import type { HTMLAttributes } from 'react'
import { classNames } from '../utils/classNames.js'

export interface CardProps extends HTMLAttributes<HTMLDivElement> {
  /** `raised` (default) lifts content off the surface; `outlined` only frames it. */
  readonly variant?: 'raised' | 'outlined' | undefined
  /** `none` lets rows reach the edge. Default `md`. */
  readonly padding?: 'none' | 'md' | undefined
}

/** A group of related content. */
export function Card({ variant = 'raised', padding = 'md', className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames('lk-card', className)}
      data-variant={variant}
      data-padding={padding}
    />
  )
}
