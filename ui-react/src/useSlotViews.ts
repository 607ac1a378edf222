import { View, type ViewContribution } from '@latchkey/kernel'
import { useMemo } from 'react'
import { orderViews } from './order.js'
import { useContributions } from './useContributions.js'
import { useShell } from './useShell.js'

/** Views of a slot in the order they are drawn, without those whose `when` says no. */
export function useSlotViews(slotId: string): readonly ViewContribution[] {
  const { slotOrder } = useShell()
  const views = useContributions(View)
  const ids = slotOrder[slotId]
  const ordered = useMemo(() => orderViews(views, slotId, ids), [views, slotId, ids])
  return ordered.filter((view) => view.when?.() ?? true)
}
