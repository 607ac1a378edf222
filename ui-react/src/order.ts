import type { ViewContribution } from '@latchkey/kernel/plugin'

const defaultOrder = 100

/**
 * Views of one slot, in the order they are drawn: by `order`, then in the host's plugin order. When the host gives a
 * list of ids, exactly these are drawn, in that order.
 */
export function orderViews(
  views: readonly ViewContribution[],
  slotId: string,
  ids?: readonly string[],
): readonly ViewContribution[] {
  const own = views.filter((candidate) => candidate.slot === slotId)
  if (ids) return ids.flatMap((id) => own.find((candidate) => candidate.id === id) ?? [])
  return [...own].sort((left, right) => (left.order ?? defaultOrder) - (right.order ?? defaultOrder))
}
