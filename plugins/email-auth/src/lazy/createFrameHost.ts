import type { FramePlace } from '../EmailAuthService.js'
import { createFrameElements, header, inset } from './createFrameElements.js'
import { type FrameLook, isSameLook, readFrameLook } from './readFrameLook.js'

export interface FrameHost {
  window(): Window | null
  /** Lays the frame over a place, above the app's own modal, until `hide`. */
  show(place: FramePlace): void
  hide(): void
  remove(): void
}

/**
 * Makes the frame, which stays where it is in the document for as long as it lives: a browser loads a frame again that is
 * moved. A dialog of its own lifts it above the modal while the person works in it, with a header in the place of the
 * modal's, because nothing outside of the topmost dialog can be pressed.
 *
 * @param onLook Called when the frame is shown, and when the theme of the place changes while it is.
 */
export function createFrameHost(url: string, onLook: (look: FrameLook) => void): FrameHost {
  const elements = createFrameElements(url)
  const { dialog, title, close, frame, sheet } = elements
  let place: FramePlace | undefined
  let following: number | undefined
  let look: FrameLook | undefined

  function follow(): void {
    if (!place) return
    cover(dialog, place.element)
    const next = readFrameLook(place.element)
    if (!isSameLook(look, next)) {
      look = next
      wear(elements, next)
      onLook(next)
    }
    following = requestAnimationFrame(follow)
  }

  const giveUp = () => place?.onClose()
  close.addEventListener('click', giveUp)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    giveUp()
  })
  rest(dialog)
  document.adoptedStyleSheets.push(sheet)
  document.body.append(dialog)

  function hide(): void {
    place = undefined
    look = undefined
    if (following !== undefined) cancelAnimationFrame(following)
    if (dialog.open) dialog.close()
    rest(dialog)
  }

  return {
    window: () => frame.contentWindow,
    show(next) {
      if (place !== next) bringIntoSight(next.element)
      place = next
      title.textContent = next.title
      frame.title = next.title
      close.ariaLabel = next.closeLabel
      if (!dialog.open) dialog.showModal()
      if (following !== undefined) cancelAnimationFrame(following)
      follow()
      frame.focus()
    },
    hide,
    remove() {
      hide()
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

type Elements = ReturnType<typeof createFrameElements>

/** Where the app shows its views inside the page, the person may have scrolled away from them. */
function bringIntoSight(element: HTMLElement): void {
  // Never scrolls sideways: that would move a view that's sliding in out of place.
  element.style.scrollMargin = `${header + inset}px -100px ${inset}px`
  element.scrollIntoView({ block: 'nearest' })
}

function rest({ style }: HTMLElement): void {
  // The width stays, so that the frame knows how high its content is before it is shown.
  Object.assign(style, { visibility: 'hidden', width: '328px', height: '0', left: '0', top: '0' })
}

/** Less height than this shows a question's buttons without the question: then the page is to be scrolled. */
const leastHeight = 240

/** Cuts the frame's height to the window, so that its content scrolls inside and its buttons stay in sight. */
function heightInSight({ top, height }: DOMRect): number {
  const left = innerHeight - top - inset
  return left < leastHeight ? height : Math.min(height, left)
}

function cover({ style }: HTMLElement, place: HTMLElement): void {
  const bounds = place.getBoundingClientRect()
  const { left, top, width } = bounds
  const height = heightInSight(bounds)
  Object.assign(style, {
    visibility: 'visible',
    left: `${left - inset}px`,
    top: `${top - header}px`,
    width: `${width + 2 * inset}px`,
    height: `${height + header}px`,
  })
}

function wear({ dialog, bar, close }: Elements, look: FrameLook): void {
  const { direction, fontFamily, color, surface, corner } = look
  Object.assign(dialog.style, { color, direction, fontFamily })
  Object.assign(bar.style, { background: surface, borderRadius: `${corner} ${corner} 0 0` })
  close.style.background = surface
}
