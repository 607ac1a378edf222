import type { Kernel } from '@latchkey/kernel'
import { Log, View, type ViewContribution } from '@latchkey/kernel/plugin'
import { useMemo } from 'react'
import { orderViews } from './order.js'
import { useContributions } from './useContributions.js'
import { useShell } from './useShell.js'

/** Views of a slot in the order they are drawn, without those whose `when` says no. */
export function useSlotViews(slotId: string): readonly ViewContribution[] {
  const { kernel, slotOrder } = useShell()
  const views = useContributions(View)
  const ids = slotOrder[slotId]
  const ordered = useMemo(() => orderViews(views, slotId, ids), [views, slotId, ids])
  return ordered.filter((view) => isWanted(view, kernel))
}

/** A question that throws costs its own view, not the one it would have been drawn in. */
function isWanted(view: ViewContribution, kernel: Kernel): boolean {
  try {
    return view.when?.() ?? true
  } catch (error) {
    kernel.find(Log)?.error(`The view "${view.id}" could not say whether it is to be drawn.`, error)
    return false
  }
}
