import { View, type ViewContribution } from '@latchkey/kernel/plugin'
import { useMemo } from 'react'
import { attemptCall } from './contain/attemptCall.js'
import type { FaultReport } from './contain/createFaultReport.js'
import { readView } from './contain/readView.js'
import { orderViews } from './order.js'
import { useShell } from './useShell.js'
import { useSoundContributions } from './useSoundContributions.js'

/** Views of a slot in the order they are drawn, without those whose `when` says no. */
export function useSlotViews(slotId: string): readonly ViewContribution[] {
  const { report, slotOrder } = useShell()
  const views = useSoundContributions(View, readView)
  const ids = slotOrder[slotId]
  const ordered = useMemo(() => orderViews(views, slotId, ids), [views, slotId, ids])
  return ordered.filter((view) => isWanted(view, report))
}

/** A question that throws costs its own view, not the one it would have been drawn in. */
function isWanted(view: ViewContribution, report: FaultReport): boolean {
  return attemptCall(
    () => view.when?.() ?? true,
    false,
    (error) => report(`The view "${view.id}" could not say whether it is to be drawn.`, error),
  )
}
