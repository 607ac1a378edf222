/** Counted on the page itself, because several kernels, even several copies of this package, may be open at once. */
const countAttribute = 'data-lk-scroll-locks'
const keptAttribute = 'data-lk-scroll-kept'
const properties = ['overflow', 'scrollbar-gutter', 'padding-inline-end'] as const

/**
 * Keeps the page from scrolling, and from moving when its scrollbar goes. Answers how to let it go; the last one
 * to let go gives the page its own styles back.
 */
export function lockScroll(page: Document): () => void {
  const root = page.documentElement
  const count = Number(root.getAttribute(countAttribute) ?? 0)
  if (count === 0) lock(root)
  root.setAttribute(countAttribute, String(count + 1))
  let held = true
  return () => {
    if (!held) return
    held = false
    const left = Number(root.getAttribute(countAttribute) ?? 1) - 1
    if (left > 0) root.setAttribute(countAttribute, String(left))
    else unlock(root)
  }
}

function lock(root: HTMLElement): void {
  const kept = properties.map((name) => root.style.getPropertyValue(name))
  root.setAttribute(keptAttribute, JSON.stringify(kept))
  const scrollbar = window.innerWidth - root.clientWidth
  if (scrollbar > 0) {
    if (CSS.supports('scrollbar-gutter', 'stable')) root.style.setProperty('scrollbar-gutter', 'stable')
    else root.style.setProperty('padding-inline-end', `${scrollbar}px`)
  }
  root.style.setProperty('overflow', 'hidden')
}

function unlock(root: HTMLElement): void {
  const kept = JSON.parse(root.getAttribute(keptAttribute) ?? '[]') as string[]
  // What the page had not set is taken out again by an empty value.
  properties.forEach((name, index) => {
    root.style.setProperty(name, kept[index] ?? '')
  })
  if (root.getAttribute('style') === '') root.removeAttribute('style')
  root.removeAttribute(countAttribute)
  root.removeAttribute(keptAttribute)
}
