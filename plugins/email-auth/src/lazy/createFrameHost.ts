import type { FramePlace } from '../EmailAuthService.js'
import { type FrameLook, isSameLook, readFrameLook } from './readFrameLook.js'

export interface FrameHost {
  window(): Window | null
  /** Lays the frame over a place, above the app's own modal, until `hide`. */
  show(place: FramePlace): void
  hide(): void
  remove(): void
}

/** Of the kit: height of the modal's header, and the room between a view and the edge of the modal. Pixels. */
const header = 64
const inset = 12

/**
 * Makes the frame, which stays where it is in the document for as long as it lives: a browser loads a frame again that is
 * moved. A dialog of its own lifts it above the modal while the person works in it, with a header in the place of the
 * modal's, because nothing outside of the topmost dialog can be pressed.
 *
 * @param onLook Called when the frame is shown, and when the theme of the place changes while it is.
 */
export function createFrameHost(url: string, onLook: (look: FrameLook) => void): FrameHost {
  const { dialog, bar, title, close, frame, sheet } = createElements(url)
  let place: FramePlace | undefined
  let following: number | undefined
  let look: FrameLook | undefined

  function rest(): void {
    // The width stays, so that the frame knows how high its content is before it is shown.
    Object.assign(dialog.style, { visibility: 'hidden', width: '328px', height: '0', left: '0', top: '0' })
  }

  function follow(): void {
    if (!place) return
    const { left, top, width, height } = place.element.getBoundingClientRect()
    Object.assign(dialog.style, {
      visibility: 'visible',
      left: `${left - inset}px`,
      top: `${top - header}px`,
      width: `${width + 2 * inset}px`,
      height: `${height + header}px`,
    })
    const next = readFrameLook(place.element)
    if (!isSameLook(look, next)) {
      look = next
      wear(next)
      onLook(next)
    }
    following = requestAnimationFrame(follow)
  }

  function wear({ direction, fontFamily, color, surface, corner }: FrameLook): void {
    Object.assign(dialog.style, { color, direction, fontFamily })
    Object.assign(bar.style, { background: surface, borderRadius: `${corner} ${corner} 0 0` })
    close.style.background = surface
  }

  const giveUp = () => place?.onClose()
  close.addEventListener('click', giveUp)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    giveUp()
  })
  rest()
  document.adoptedStyleSheets.push(sheet)
  document.body.append(dialog)

  function hide(): void {
    place = undefined
    look = undefined
    if (following !== undefined) cancelAnimationFrame(following)
    if (dialog.open) dialog.close()
    rest()
  }

  return {
    window: () => frame.contentWindow,
    show(next) {
      place = next
      title.textContent = next.title
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

function createElements(url: string) {
  const dialog = document.createElement('dialog')
  dialog.dataset['latchkeyFrame'] = ''
  const bar = document.createElement('div')
  const title = document.createElement('h2')
  const close = createClose()
  const frame = document.createElement('iframe')
  frame.src = url
  frame.title = 'Wallet'
  frame.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
  frame.referrerPolicy = 'origin'
  title.id = `latchkey-frame-${crypto.randomUUID()}`
  dialog.setAttribute('aria-labelledby', title.id)
  Object.assign(bar.style, {
    position: 'relative',
    boxSizing: 'border-box',
    height: `${header}px`,
    padding: `0 ${header}px`,
  })
  Object.assign(title.style, {
    margin: '0',
    font: 'inherit',
    fontSize: '16px',
    fontWeight: '600',
    lineHeight: `${header}px`,
    letterSpacing: 'normal',
    textAlign: 'center',
    color: 'inherit',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  })
  Object.assign(frame.style, {
    display: 'block',
    width: `calc(100% - ${2 * inset}px)`,
    height: `calc(100% - ${header}px)`,
    margin: `0 ${inset}px`,
    border: '0',
  })
  Object.assign(dialog.style, {
    display: 'block',
    boxSizing: 'border-box',
    position: 'fixed',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'transparent',
    overflow: 'hidden',
    maxWidth: 'none',
    maxHeight: 'none',
  })
  // The modal below dims the page already. A backdrop can be styled by a style sheet alone.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('dialog[data-latchkey-frame]::backdrop { background: none; }')
  bar.append(title, close)
  dialog.append(bar, frame)
  return { dialog, bar, title, close, frame, sheet }
}

const svg = 'http://www.w3.org/2000/svg'

/** Where the modal's own button to close is, and above it. */
function createClose(): HTMLButtonElement {
  const close = document.createElement('button')
  close.type = 'button'
  close.dataset['testid'] = 'lk-frame-close'
  Object.assign(close.style, {
    position: 'absolute',
    insetBlockStart: '10px',
    insetInlineEnd: '8px',
    boxSizing: 'border-box',
    width: '44px',
    height: '44px',
    margin: '0',
    padding: '12px',
    border: '0',
    borderRadius: '12px',
    cursor: 'pointer',
    color: 'inherit',
  })
  const icon = document.createElementNS(svg, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  Object.assign(icon.style, { display: 'block', width: '20px', height: '20px' })
  const path = document.createElementNS(svg, 'path')
  for (const [name, value] of Object.entries({
    d: 'M6 6l12 12M18 6 6 18',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
  }))
    path.setAttribute(name, value)
  icon.append(path)
  close.append(icon)
  return close
}
