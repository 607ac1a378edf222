import { activeIn, focusables } from './focusables.js'

/** How often what others put on the page is looked at again, in milliseconds: they draw it late, and inside of their own roots. */
const interval = 200
/** Nodes of one addition that are looked at. An overlay stands near its top. */
const nodeLimit = 400

/**
 * Lets a modal dialog step out of the top layer while something that was put on the page since covers it: a wallet that draws its
 * own window or QR code as an element of the page would stand below our dialog, and could not be pressed. Once nothing covers it
 * the dialog is modal again. Dialogs and popovers in the top layer stand above ours by themselves.
 *
 * @returns what ends it.
 */
export function stepAside(dialog: HTMLDialogElement): () => void {
  const { body, documentElement, defaultView } = dialog.ownerDocument
  const view = defaultView ?? window
  const added = new Set<Element>()
  let timer: number | undefined
  let left: HTMLElement | undefined

  const look = () => {
    for (const element of added) if (!element.isConnected) added.delete(element)
    const cover = [...added].find((element) => covers(element, dialog))
    if ((cover !== undefined) !== dialog.hasAttribute('data-aside')) left = place(dialog, cover, left)
    if (added.size > 0) return
    view.clearInterval(timer)
    timer = undefined
  }

  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof view.HTMLElement && !node.contains(dialog)) added.add(node)
    if (added.size === 0) return
    timer ??= view.setInterval(look, interval)
    look()
  })
  observer.observe(body, { childList: true })
  observer.observe(documentElement, { childList: true })
  return () => {
    observer.disconnect()
    view.clearInterval(timer)
    dialog.removeAttribute('data-aside')
  }
}

/**
 * Leaves the top layer and gives the focus to what covers it, which could not take it before; or goes back, and gives the focus to
 * where the person was.
 *
 * @returns what had the focus when it left.
 */
function place(
  dialog: HTMLDialogElement,
  cover: Element | undefined,
  left: HTMLElement | undefined,
): HTMLElement | undefined {
  if (!dialog.open) return undefined
  const before = activeIn(dialog)
  dialog.toggleAttribute('data-aside', cover !== undefined)
  dialog.close()
  if (!cover) {
    dialog.showModal()
    if (left && dialog.contains(left)) left.focus({ preventScroll: true })
    return undefined
  }
  dialog.show()
  const active = activeIn(dialog)
  if (active instanceof HTMLElement && dialog.contains(active)) active.blur()
  const [first] = [cover.shadowRoot, cover].flatMap((root) => (root ? focusables(root) : []))
  first?.focus({ preventScroll: true })
  return before instanceof HTMLElement && dialog.contains(before) ? before : undefined
}

/** Whether an addition to the page draws something fixed over the middle of the dialog. */
function covers(root: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect()
  const middle = { x: left + width / 2, y: top + height / 2 }
  return nodesOf(root).some((node) => {
    if (node.matches(':modal, :popover-open')) return false
    const box = node.getBoundingClientRect()
    const isOver =
      box.left <= middle.x && middle.x <= box.right && box.top <= middle.y && middle.y <= box.bottom
    return isOver && box.width > 0 && box.height > 0 && isSeenAndFixed(node)
  })
}

function isSeenAndFixed(node: Element): boolean {
  const { position, visibility, opacity, pointerEvents } = getComputedStyle(node)
  const isOver = position === 'fixed' || position === 'absolute'
  return isOver && visibility === 'visible' && opacity !== '0' && pointerEvents !== 'none'
}

/** An element with what is in it and in its open shadow roots, as far as {@link nodeLimit}. */
function nodesOf(root: Element): readonly Element[] {
  const nodes = [root]
  for (let index = 0; index < nodes.length && nodes.length < nodeLimit; index += 1) {
    const node = nodes[index] as Element
    nodes.push(...(node.shadowRoot?.children ?? []), ...node.children)
  }
  return nodes
}
