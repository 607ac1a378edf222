import type { ReactNode } from 'react'
import { ContributedView } from './ContributedView.js'
import type { Slot } from './slot.js'
import { useSlotViews } from './useSlotViews.js'

export interface SlotOutletProps<Props> {
  readonly slot: Slot<Props>
  /** What every view of the slot receives. */
  readonly props: NoInfer<Props>
  /** Drawn while a view loads. Default nothing. */
  readonly loading?: ReactNode | undefined
  /** Drawn when nobody fills the slot. Default nothing. */
  readonly empty?: ReactNode | undefined
}

/**
 * Draws the views of a slot, each behind its own boundary: one that fails to load, or throws, leaves its neighbours
 * alone and offers a retry. A late contribution appears by itself.
 */
export function SlotOutlet<Props>({ slot, props, loading, empty }: SlotOutletProps<Props>): ReactNode {
  const views = useSlotViews(slot.id)
  if (views.length === 0) return empty ?? null
  return views.map((view) => (
    <ContributedView key={view.id} view={view} props={props as object} loading={loading} />
  ))
}
