/** What arrows lead to: rows that can be pressed, and the field that searches them. */
const stops = '.lk-row[data-interactive]:not(:disabled), .lk-search input'

/** Arrows move the focus from row to row of a view, and between a search and the rows it finds. */
export function moveAlongRows(view: HTMLElement, event: KeyboardEvent): void {
  const isDown = event.key === 'ArrowDown'
  if ((!isDown && event.key !== 'ArrowUp') || event.altKey || event.ctrlKey || event.metaKey) return
  const target = event.target as Element
  const from = target.closest(stops)
  if (!from) return
  const all = [...view.querySelectorAll<HTMLElement>(stops)]
  const to = all[all.indexOf(from as HTMLElement) + (isDown ? 1 : -1)]
  if (!to) return
  event.preventDefault()
  to.focus()
}
