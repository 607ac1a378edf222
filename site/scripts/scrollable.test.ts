import { describe, expect, it } from 'vitest'
import { scrollableTables } from './scrollable.js'

const element = (tagName: string, ...children: readonly unknown[]) => ({ type: 'element', tagName, children })
const text = (value: string) => ({ type: 'text', value })

describe('scrollableTables', () => {
  it('lets keys scroll a table, and gives a column without a title no header', () => {
    const tree = element('root', element('table', element('tr', element('th'), element('th', text('Why')))))
    scrollableTables()(tree as never)
    expect(tree.children).toEqual([
      {
        ...element('div', element('table', element('tr', element('td'), element('th', text('Why'))))),
        properties: { className: ['table-scroll'], tabIndex: 0 },
      },
    ])
  })
})
