import { type RefObject, useLayoutEffect, useRef } from 'react'
import { offerEscape } from '../utils/escapeEvent.js'
import { activeIn, deepActiveElement, focusables } from './focusables.js'
import { lockScroll } from './scrollLock.js'
import { stepAside } from './stepAside.js'

export interface DialogOptions {
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly open: boolean
  /**
   * Asked by Escape, the overlay and the system's own way to close. Answers whether the dialog closes. One and the same
   * function at every render.
   */
  readonly onDismiss: () => boolean
}

/**
 * Opens a native dialog as modal, locks the page behind it, keeps Tab inside, and asks before it closes. Closing gives
 * the focus back to where it was.
 */
export function useDialog({ dialog, open, onDismiss }: DialogOptions): void {
  const opener = useRef<Opener>(noteOpener())

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // Here and not in the cleanup below: React puts the focus back into the dialog after cleanups have run.
    if (!open) return leave(element, opener.current)
    opener.current = noteOpener(activeIn(element))
    if (!element.open) element.showModal()
    const unlock = lockScroll(element.ownerDocument)
    const stopKeys = handleKeys(element, onDismiss)
    const stopAside = stepAside(element)

    element.oncancel = (event) => {
      if (event.target !== element) return
      event.preventDefault()
      onDismiss()
    }
    // The browser may close a dialog without asking, on the second press of a system back button.
    element.onclose = (event) => {
      // The event comes late: the dialog may have been opened again since.
      if (event.target !== element || element.open) return
      if (!onDismiss()) element.showModal()
    }

    return () => {
      element.onkeydown = element.oncancel = element.onclose = null
      stopKeys()
      stopAside()
      unlock()
    }
  }, [dialog, open, onDismiss])

  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      if (element) leave(element, opener.current)
    }
  }, [dialog])
}

/** Marks the buttons of ours that take each other's place when an account comes or goes. */
const ownButton = '[data-lk-button=""]'

interface Opener {
  readonly element: Element | null | undefined
  /** From its parent upwards, because an element that was taken out does not tell any more. */
  readonly ancestors: readonly Element[]
}

function noteOpener(element?: Element | null): Opener {
  const ancestors: Element[] = []
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) ancestors.push(parent)
  return { element, ancestors }
}

/** What opened the dialog, or the button of ours that has taken its place. */
function successorOf({ element, ancestors }: Opener): Element | null | undefined {
  if (element?.isConnected || !element?.matches(ownButton)) return element
  return ancestors.find((ancestor) => ancestor.isConnected)?.querySelector(ownButton)
}

/** Closes, and gives the focus back where the browser could not. */
function leave(element: HTMLDialogElement, opener: Opener): void {
  element.close()
  const target = successorOf(opener)
  const active = activeIn(element)
  const isLost = !active || active === element.ownerDocument.body
  if (target?.isConnected && isLost) (target as HTMLElement).focus({ preventScroll: true })
}

/** Escape is taken before the host hears it, or the host's own dialog would close and ours would stay. */
function handleKeys(element: HTMLDialogElement, dismiss: () => unknown): () => void {
  const isOurs = (event: KeyboardEvent) => {
    // The target is the host of a shadow root for who listens outside of it.
    const target = event.composedPath()[0] as Element
    const nearest = typeof target.closest === 'function' ? target.closest('dialog') : null
    if (element.contains(target)) return !nearest || nearest === element
    // The focus may have fallen to the body; a dialog of someone else that has it keeps its keys.
    return !nearest && isTopmost(element)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // What covers the dialog has the keys.
    if (element.hasAttribute('data-aside')) return
    if (event.key !== 'Escape' || event.isComposing || !isOurs(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (offerEscape(event.composedPath()[0] ?? element)) dismiss()
  }
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
    const reachable = focusables(element)
    const first = reachable[0]
    const last = reachable.at(-1)
    if (!first || !last) return event.preventDefault()
    const active = deepActiveElement(element.ownerDocument)
    const inside = reachable.some((candidate) => candidate === active)
    if (event.shiftKey ? active === first || !inside : active === last) {
      event.preventDefault()
      ;(event.shiftKey ? last : first).focus()
    }
  }
  const view = element.ownerDocument.defaultView ?? window
  view.addEventListener('keydown', onKeyDown, true)
  element.onkeydown = onTab
  return () => view.removeEventListener('keydown', onKeyDown, true)
}

/** Whether no other modal dialog was put above. The last one in the document stands for the top layer's order. */
function isTopmost(element: HTMLDialogElement): boolean {
  const root = element.getRootNode() as Document | ShadowRoot
  return [...root.querySelectorAll('dialog:modal')].at(-1) === element
}
