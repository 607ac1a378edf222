import type { ReactNode } from 'react'

/** One component in one state, or a few states side by side. */
export interface Story {
  /** `group/name`, unique; the address of the story in the gallery. */
  readonly id: string
  readonly title: string
  readonly render: () => ReactNode
}
