import { describe, expect, it } from 'vitest'
import { closeGroups, type MenuEntry } from './closeGroups.js'

const link = (label: string, isCurrent = false): MenuEntry => ({
  type: 'link',
  label,
  href: `/${label}/`,
  isCurrent,
})
const group = (label: string, collapsed: boolean, entries: MenuEntry[]): MenuEntry => ({
  type: 'group',
  label,
  collapsed,
  entries,
})

describe('closeGroups', () => {
  it('makes a closed group one link, which leads to its first page', () => {
    const menu = [group('Jobs', false, [link('send', true)]), group('All', true, [link('a'), link('b')])]
    expect(closeGroups(menu)).toEqual([menu[0], { ...link('a'), label: 'All' }])
  })

  it('keeps a closed group that the page is of, and closes those below it', () => {
    const menu = [
      group('All', true, [link('a', true), group('More', true, [group('Deep', true, [link('b')])])]),
    ]
    expect(closeGroups(menu)).toEqual([
      group('All', true, [link('a', true), { ...link('b'), label: 'More' }]),
    ])
  })

  it('keeps a group without pages', () => {
    expect(closeGroups([group('None', true, [])])).toEqual([group('None', true, [])])
  })
})
