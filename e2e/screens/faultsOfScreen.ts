/** What a person could not use, see or reach in the modal. Runs in the page, so it needs nothing from outside. */
export function faultsOfScreen({ isForced }: { readonly isForced: boolean }): readonly string[] {
  const root = document.querySelector('dialog.lk-modal')
  const card = root?.querySelector('.lk-modal-card')?.getBoundingClientRect()
  if (!root || !card) return ['no modal']
  const say = (element: Element, fault: string) =>
    `${fault}: <${element.localName} class="${element.className}"> ${(element.textContent ?? '').slice(0, 40)}`
  const seen = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter(
      (element) => element.checkVisibility() && !element.closest('[aria-hidden="true"], [inert]'),
    )
  const faults: string[] = []

  // WCAG 2.2, 2.5.8: at least 24 by 24 pixels, words within a sentence excepted.
  for (const target of seen('button, a[href], input, [role="tab"], [role="switch"]')) {
    if (target.matches('p a, p button') || target.closest('label')) continue
    const { width, height } = target.getBoundingClientRect()
    const around = Number.parseFloat(getComputedStyle(target, '::after').blockSize) || 0
    if (width < 24 || Math.max(height, around) < 24) faults.push(say(target, 'smaller than 24 pixels'))
  }
  // 1.4.4 and 1.4.10: nothing leaves the card, and nothing scrolls sideways.
  for (const element of seen('button, input, p, h2, h3, a, dt, dd')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 1 && (left < card.left - 1 || right > card.right + 1))
      faults.push(say(element, 'out of the card'))
  }
  const body = root.querySelector('.lk-modal-body')
  if (body && body.scrollWidth > body.clientWidth + 1) faults.push(say(body, 'scrolls sideways'))
  // Money is read whole: it wraps or is drawn smaller. A list that scrolls downwards has the rest of itself below.
  const money = /\p{Sc}\s?[\d.,٠-٩۰-۹]|\d\s?\p{Sc}|\d[\u00a0\u202f ]\p{Lu}{3,}/u
  const texts = seen('*').flatMap((element) =>
    [...element.childNodes].filter(
      (node) =>
        node.nodeType === Node.TEXT_NODE &&
        node.textContent?.trim() &&
        !element.closest('.lk-visually-hidden') &&
        (element.closest('.lk-amount, .lk-fiat') || money.test(node.textContent)),
    ),
  )
  for (const text of texts) {
    const range = document.createRange()
    range.selectNodeContents(text)
    const rects = [...range.getClientRects()]
    // A person reaches content below the edge of something that scrolls by one scroll.
    let isReached = true
    for (let around = text.parentElement; around && around !== root; around = around.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(around)
      if (display === 'inline' || overflowX === 'visible') continue
      if (overflowY === 'auto' || overflowY === 'scroll') isReached = false
      const { left, right, top, bottom } = around.getBoundingClientRect()
      // The box of a tight line's text is higher than the line.
      const isCut = rects.some(
        (rect) =>
          rect.left < left - 1 ||
          rect.right > right + 1 ||
          (isReached && (rect.top < top - rect.height / 4 || rect.bottom > bottom + rect.height / 4)),
      )
      if (!isCut) continue
      faults.push(say(around, `money is cut (${text.textContent})`))
      break
    }
    if (rects.some(({ left, right }) => left < card.left - 1 || right > card.right + 1))
      faults.push(say(text.parentElement as Element, 'money out of the card'))
  }
  for (const input of seen('.lk-amount-input'))
    if (input.scrollWidth > input.clientWidth + 1) faults.push(say(input, 'money is cut in its field'))
  // 4.1.2: a name for each control, and one name of the dialog.
  for (const control of seen('button, a[href]')) {
    const label = control.getAttribute('aria-label') ?? control.textContent
    if (!label?.trim() && !control.hasAttribute('aria-labelledby')) faults.push(say(control, 'no name'))
  }
  if (!root.getAttribute('aria-labelledby') && !root.getAttribute('aria-label'))
    faults.push('the dialog has no name')
  // 2.3.3 and 2.2.2: this runs with reduced motion.
  for (const element of seen('*')) {
    const longest = Math.max(
      ...getComputedStyle(element)
        .transitionDuration.split(',')
        .map((duration) => Number.parseFloat(duration) * (duration.includes('ms') ? 1 : 1000)),
    )
    if (longest > 50) faults.push(say(element, `moves for ${longest} ms`))
  }
  if (isForced) {
    // A system palette takes grounds away: an edge has to be left.
    for (const control of seen(
      '.lk-button:not([data-variant="ghost"]), .lk-action, .lk-field-box, .lk-chip',
    )) {
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(control)
      const hasEdge = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
      if (!hasEdge || borderTopColor === backgroundColor)
        faults.push(say(control, 'no edge in forced colours'))
    }
    for (const picture of seen('.lk-picture, .lk-qr'))
      if (getComputedStyle(picture).forcedColorAdjust !== 'none')
        faults.push(say(picture, 'colours taken from a picture'))
  }
  return faults
}
