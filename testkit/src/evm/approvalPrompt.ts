import type { ApprovalPrompt, ApprovalRequest } from './approvals.js'

/** What a real wallet's window keeps to itself: the page must not take it for a click outside its own modal. */
const PRIVATE_EVENTS = ['click', 'pointerdown', 'mousedown', 'keydown', 'keyup', 'focusin'] as const

const STYLE = `
dialog { max-width: 26rem; width: calc(100vw - 2rem); box-sizing: border-box; padding: 1.25rem;
  border: 1px solid #8a8f98; border-radius: 12px; background: #fff; color: #16181d;
  font: 16px/1.45 system-ui, sans-serif; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; }
dl { margin: 0 0 1rem; }
dt { font-size: .8rem; color: #565c66; }
dd { margin: 0 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 12rem; overflow: auto; }
div { display: flex; gap: .75rem; }
button { flex: 1; min-height: 44px; border-radius: 8px; border: 1px solid #3b5bdb; font: inherit; cursor: pointer; }
button[value="reject"] { background: #fff; color: #2f49b0; }
button[value="approve"] { background: #3b5bdb; color: #fff; }
button:focus-visible { outline: 3px solid #16181d; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  dialog { background: #1d2026; color: #f1f3f5; } dt { color: #b4bac4; }
  button[value="reject"] { background: #1d2026; color: #b9c6ff; border-color: #b9c6ff; }
  button:focus-visible { outline-color: #f1f3f5; }
}`

/**
 * Asks the visitor with a modal dialog. Text of the page is only ever set as text, and the style is an
 * adopted style sheet, so the dialog works under a strict Content Security Policy and Trusted Types.
 * Escape rejects.
 */
export function createApprovalPrompt(walletName: string): ApprovalPrompt {
  return (request, signal) =>
    new Promise<boolean>((resolve) => {
      const host = document.createElement('latchkey-test-wallet')
      for (const type of PRIVATE_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
      const root = host.attachShadow({ mode: 'open' })
      const style = new CSSStyleSheet()
      style.replaceSync(STYLE)
      root.adoptedStyleSheets = [style]
      const dialog = createDialog(walletName, request)
      const close = (): void => dialog.close()
      dialog.addEventListener('close', () => {
        signal.removeEventListener('abort', close)
        host.remove()
        resolve(dialog.returnValue === 'approve')
      })
      signal.addEventListener('abort', close)
      root.append(dialog)
      document.documentElement.append(host)
      dialog.showModal()
    })
}

function createDialog(walletName: string, request: ApprovalRequest): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  const heading = text('h2', `${walletName}: ${request.title}?`)
  heading.id = 'title'
  dialog.setAttribute('aria-labelledby', heading.id)
  const list = document.createElement('dl')
  for (const { label, value } of request.details) list.append(text('dt', label), text('dd', value))
  const buttons = document.createElement('div')
  buttons.append(button(dialog, 'Reject', 'reject'), button(dialog, 'Approve', 'approve'))
  dialog.append(heading, list, buttons)
  return dialog
}

function text(tag: string, content: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = content
  return element
}

function button(dialog: HTMLDialogElement, label: string, value: string): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.value = value
  element.textContent = label
  element.addEventListener('click', () => dialog.close(value))
  return element
}
