import { isWords } from '@latchkey/kernel/contracts'
import type { ViewContribution } from '@latchkey/kernel/plugin'
import type { RouteViewContribution, ViewSkeletonKind } from '../routeView.js'
import { defined, expect, method, optional, text } from './contributionMembers.js'

/** As many rows as fill a window: a plugin that says more gets these. */
const mostRows = 12

const boundedRows = (rows: number | undefined): number | undefined =>
  rows !== undefined && rows >= 1 ? Math.min(Math.floor(rows), mostRows) : undefined

export function readView(source: ViewContribution): ViewContribution {
  const { id, slot, label, order, rows, when, load, title, skeleton } = source as RouteViewContribution
  method(load, 'load')
  if (when !== undefined) method(when, 'when')
  expect(label === undefined || isWords(label), 'label', 'words')
  const copy: RouteViewContribution = {
    id: text(id, 'id'),
    slot: text(slot, 'slot'),
    label: label as string,
    order: optional(order, 'order', 'number') as number,
    rows: boundedRows(optional(rows, 'rows', 'number')) as number,
    // A title that is no text costs the title: the name of the route stands in.
    title: title as string,
    skeleton: (skeleton === 'form' || skeleton === 'code' ? skeleton : undefined) as ViewSkeletonKind,
    when: (when && (() => when.call(source))) as () => boolean,
    load: () => load.call(source),
  }
  return defined(copy)
}
