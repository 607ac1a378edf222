import type { FramePlace } from '../EmailAuthService.js'

export interface FrameHost {
  window(): Window | null
  /** Lays the frame over a place, above the app's own modal, until `hide`. */
  show(place: FramePlace): void
  hide(): void
  remove(): void
}

/** Room above the frame for the button that closes it. Pixels. */
const header = 56

/**
 * Makes the frame, which stays where it is in the document for as long as it lives: a browser loads a frame again that is
 * moved. A dialog of its own lifts it above the modal while the person works in it.
 */
export function createFrameHost(url: string): FrameHost {
  const { dialog, close, frame } = createElements(url)
  let place: FramePlace | undefined
  let following: number | undefined

  function rest(): void {
    Object.assign(dialog.style, { visibility: 'hidden', width: '0', height: '0', left: '0', top: '0' })
  }

  function follow(): void {
    if (!place) return
    const { left, top, width, height } = place.element.getBoundingClientRect()
    Object.assign(dialog.style, {
      visibility: 'visible',
      left: `${left}px`,
      top: `${top - header}px`,
      width: `${width}px`,
      height: `${height + header}px`,
    })
    following = requestAnimationFrame(follow)
  }

  const giveUp = () => place?.onClose()
  close.addEventListener('click', giveUp)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    giveUp()
  })
  rest()
  document.body.append(dialog)

  function hide(): void {
    place = undefined
    if (following !== undefined) cancelAnimationFrame(following)
    if (dialog.open) dialog.close()
    rest()
  }

  return {
    window: () => frame.contentWindow,
    show(next) {
      place = next
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
    },
  }
}

function createElements(url: string) {
  const dialog = document.createElement('dialog')
  dialog.dataset['latchkeyFrame'] = ''
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '×'
  close.dataset['testid'] = 'lk-frame-close'
  const frame = document.createElement('iframe')
  frame.src = url
  frame.title = 'Wallet'
  frame.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
  frame.referrerPolicy = 'origin'
  Object.assign(close.style, {
    position: 'absolute',
    top: '10px',
    insetInlineEnd: '10px',
    width: '36px',
    height: '36px',
    border: '0',
    borderRadius: '50%',
    font: '24px/1 sans-serif',
    cursor: 'pointer',
    background: 'Canvas',
    color: 'CanvasText',
  })
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: `calc(100% - ${header}px)`,
    marginTop: `${header}px`,
    border: '0',
  })
  Object.assign(dialog.style, {
    display: 'block',
    position: 'fixed',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'transparent',
    overflow: 'hidden',
    maxWidth: 'none',
    maxHeight: 'none',
  })
  dialog.append(close, frame)
  return { dialog, close, frame }
}
