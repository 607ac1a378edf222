export interface MenuLink {
  readonly type: 'link'
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
}

export interface MenuGroup {
  readonly type: 'group'
  readonly label: string
  readonly collapsed: boolean
  readonly entries: readonly MenuEntry[]
}

/** The members of an entry of the generator's menu that are read here. */
export type MenuEntry = MenuLink | MenuGroup

/**
 * Puts a link to its first page in the place of each closed group, unless the page is of that group. Otherwise every page brings the
 * two hundred links of the whole site, which is more than most pages say.
 */
export function closeGroups(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.map((entry) => {
    if (entry.type === 'link') return entry
    const first = firstLink(entry)
    if (!entry.collapsed || first === undefined || hasCurrent(entry))
      return { ...entry, entries: closeGroups(entry.entries) }
    return { ...first, label: entry.label }
  })
}

const hasCurrent = (entry: MenuEntry): boolean =>
  entry.type === 'link' ? entry.isCurrent : entry.entries.some(hasCurrent)

function firstLink(entry: MenuEntry): MenuLink | undefined {
  if (entry.type === 'link') return entry
  for (const below of entry.entries) {
    const link = firstLink(below)
    if (link) return link
  }
  return undefined
}
