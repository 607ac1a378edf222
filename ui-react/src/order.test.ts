import type { ViewContribution } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import { orderViews } from './order.js'

const view = (id: string, order?: number, slot = 's'): ViewContribution => ({
  id,
  slot,
  load: () => Promise.reject(new Error('not asked for')),
  ...(order === undefined ? {} : { order }),
})

describe('orderViews', () => {
  it.each<[string, ViewContribution[], string[] | undefined, string[]]>([
    ['keeps the host order among equals', [view('a'), view('b')], undefined, ['a', 'b']],
    [
      'sorts by order, 100 when absent',
      [view('a'), view('b', 50), view('c', 150)],
      undefined,
      ['b', 'a', 'c'],
    ],
    ['leaves other slots out', [view('a', 1, 'other'), view('b')], undefined, ['b']],
    ['follows the list of the host', [view('a'), view('b', 1), view('c')], ['c', 'a'], ['c', 'a']],
    ['ignores ids nobody has', [view('a')], ['x', 'a'], ['a']],
    ['draws nothing for an empty list', [view('a')], [], []],
  ])('%s', (_, views, ids, expected) => {
    expect(orderViews(views, 's', ids).map(({ id }) => id)).toEqual(expected)
  })
})
