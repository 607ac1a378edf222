const selector = [
  'a[href]',
  'button:not([disabled])',
  'input:not([disabled]):not([type="hidden"])',
  'select:not([disabled])',
  'textarea:not([disabled])',
  'iframe',
  'summary',
  '[tabindex]',
  '[contenteditable="true"]',
].join(',')

/** What Tab reaches inside an element, in the order of the document, through open shadow roots. */
export function focusables(root: ParentNode): HTMLElement[] {
  const found: HTMLElement[] = []
  const visit = (parent: ParentNode) => {
    for (const child of parent.children) {
      if (!(child instanceof HTMLElement)) continue
      if (child.inert || child.hidden) continue
      if (child.matches(selector) && child.tabIndex >= 0 && isVisible(child)) found.push(child)
      visit(child)
      if (child.shadowRoot) visit(child.shadowRoot)
    }
  }
  visit(root)
  return found
}

function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
}

/** The focused element, looked for through open shadow roots. */
export function deepActiveElement(page: Document): Element | null {
  let active = page.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** The focused element of the document or shadow root that an element is in; nothing when the focus is elsewhere. */
export function activeIn(element: Element): Element | null | undefined {
  return (element.getRootNode() as Partial<DocumentOrShadowRoot>).activeElement
}
