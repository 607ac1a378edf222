/**
 * Marks one element of each pair of colours, size and weight of text in a page that isn't known yet, and returns the pairs it marked.
 * All elements of a pair have the same contrast, and axe takes a minute for the thousands of a long page. Runs in the
 * page, so that it uses nothing from outside and names no function.
 *
 * @param known the pairs of pages before
 */
export function markContrasts(known: readonly string[]): readonly string[] {
  const seen = new Set(known)
  const behind = new Map<Element, string>()
  const marked: string[] = []
  // In the order of the document, so that a parent is known before its children.
  for (const element of document.querySelectorAll('html, html *')) {
    const style = getComputedStyle(element)
    const own = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity}`
    const outside = element.parentElement ? (behind.get(element.parentElement) ?? '') : ''
    behind.set(element, own === 'rgba(0, 0, 0, 0) none 1' ? outside : `${outside}/${own}`)
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    if (!hasText || !element.checkVisibility()) continue
    const pair = [element.localName, style.color, style.fontSize, style.fontWeight, behind.get(element)].join(
      '|',
    )
    if (seen.has(pair)) continue
    seen.add(pair)
    marked.push(pair)
    element.setAttribute('data-contrast', '')
  }
  return marked
}
