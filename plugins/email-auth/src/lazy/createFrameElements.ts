/** Of the kit: height of the modal's header, and the room between a view and the edge of the modal. Pixels. */
export const header = 64
export const inset = 12

/** The dialog that holds the frame, with a header in the place of the modal's. */
export function createFrameElements(url: string) {
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
