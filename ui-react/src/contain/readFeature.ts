import { type AnyToken, isWords } from '@latchkey/kernel/contracts'
import type { FeatureContribution } from '@latchkey/kernel/plugin'
import { defined, expect, method, optional, text } from './contributionMembers.js'

export function readFeature(source: FeatureContribution): FeatureContribution {
  const { id, label, icon, order, needs, funds, when, open } = source
  expect(isWords(label), 'label', 'words')
  if (when !== undefined) method(when, 'when')
  if (icon !== undefined) method(icon, 'icon')
  method(open, 'open')
  optional(funds, 'funds', 'string')
  const symbol: unknown = needs?.symbol
  expect(needs === undefined || typeof symbol === 'symbol', 'needs', 'a token')
  const copy: FeatureContribution = {
    id: text(id, 'id'),
    label,
    icon: (icon && (() => icon.call(source))) as () => Promise<unknown>,
    order: optional(order, 'order', 'number') as number,
    when: (when && (() => when.call(source))) as () => boolean,
    needs: (needs && { id: `${needs.id}`, symbol }) as AnyToken,
    funds: funds as 'source',
    open: () => open.call(source),
  }
  return defined(copy)
}
