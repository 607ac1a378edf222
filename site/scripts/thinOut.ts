/**
 * Takes parts out of a page that are built as three of their siblings are: the same elements, classes and attributes, whatever their
 * words. axe says the same of each, and takes a minute for a page of thousands. Headings stay where others are below them,
 * because their order counts. Runs in the page, so that it uses nothing from outside and names no function.
 */
export function thinOut(): void {
  const ordered = document.querySelector('h4, h5, h6') ? 'h1, h2, h3, h4, h5, h6' : 'h1, h2'
  for (const parent of document.querySelectorAll('body, body *')) {
    const times = new Map<string, number>()
    for (const child of [...parent.children]) {
      if (child.matches(ordered) || child.querySelector(ordered)) continue
      const built = child.outerHTML
        .replace(/ (?!class|style)([\w-]+)="[^"]+"/g, ' $1="…"')
        .replace(/>[^<]*[^<\s][^<]*</g, '>…<')
      const before = times.get(built) ?? 0
      times.set(built, before + 1)
      if (before >= 3) child.remove()
    }
  }
}
