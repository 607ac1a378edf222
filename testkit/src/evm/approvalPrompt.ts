import type { ApprovalPrompt, ApprovalRequest } from './approvals.js'

/** What a real wallet's window keeps to itself: the page must not take it for a click outside its own modal. */
const PRIVATE_EVENTS = ['click', 'pointerdown', 'mousedown', 'keydown', 'keyup', 'focusin'] as const

/** Where and how a wallet's own window opens: at the top right, or left of what was pressed there, and from below on a phone. */
const STYLE = `
dialog { box-sizing: border-box; width: min(340px, calc(100vw - 24px)); max-height: calc(100dvh - 24px);
  margin: 12px 12px auto auto; padding: 20px; overflow: auto; border: 1px solid #dfe3ea; border-radius: 18px;
  background: #fff; color: #16181d; box-shadow: 0 24px 64px -16px rgb(16 24 40 / 40%);
  font: 15px/1.45 "Inter Variable", Inter, system-ui, sans-serif; }
dialog[data-side="left"] { margin: 12px auto auto 12px; }
dialog::backdrop { background: transparent; }
.wallet { margin: 0 0 14px; color: #3b5bdb; font-size: 13px; font-weight: 600; }
h2 { margin: 0 0 14px; font-size: 19px; line-height: 1.25; }
dl { margin: 0 0 18px; padding: 4px 14px; border-radius: 12px; background: #f4f6f9; }
dl:empty { display: none; }
dl > div { padding: 9px 0; }
dl > div + div { border-top: 1px solid #e3e7ee; }
dt { font-size: 12px; color: #565c66; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { min-height: 24px; color: #2f49b0; cursor: pointer; }
pre { max-height: 9rem; margin: 6px 0 0; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace; }
footer { display: flex; gap: 10px; }
button { flex: 1; min-height: 46px; border-radius: 12px; border: 1px solid #3b5bdb; font: inherit; font-weight: 600;
  cursor: pointer; }
button[value="reject"] { background: transparent; border-color: #c6ccd8; color: inherit; }
button[value="approve"] { background: #3b5bdb; color: #fff; }
:is(button, summary):focus-visible { outline: 3px solid #16181d; outline-offset: 2px; }
@media (max-width: 480px) {
  dialog, dialog[data-side="left"] { width: 100vw; max-width: none; margin: auto 0 0; border-radius: 18px 18px 0 0;
    padding-bottom: max(20px, env(safe-area-inset-bottom)); }
}
@media (prefers-color-scheme: dark) {
  dialog { border-color: #343a45; background: #1b1e25; color: #f1f3f5; box-shadow: 0 24px 64px -16px #000; }
  .wallet, summary { color: #b9c6ff; } dt { color: #b4bac4; }
  dl { background: #242831; } dl > div + div { border-color: #343a45; }
  button[value="reject"] { border-color: #555d6b; }
  :is(button, summary):focus-visible { outline-color: #f1f3f5; }
}`

/** A longer value, such as call data, is folded. */
const foldedFrom = 160

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
      if (isPressedAtRight()) dialog.dataset['side'] = 'left'
      root.append(dialog)
      document.documentElement.append(host)
      dialog.showModal()
    })
}

/** Whether the window would cover what led to it: the element that has the focus since it was pressed. */
function isPressedAtRight(): boolean {
  const { activeElement, body, documentElement } = document
  if (!activeElement || activeElement === body) return false
  const { left, width } = activeElement.getBoundingClientRect()
  return left + width / 2 > documentElement.clientWidth * 0.6
}

function createDialog(walletName: string, request: ApprovalRequest): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  const wallet = text('p', walletName)
  wallet.id = 'wallet'
  wallet.className = 'wallet'
  const heading = text('h2', `${request.title.charAt(0).toUpperCase()}${request.title.slice(1)}?`)
  heading.id = 'title'
  dialog.setAttribute('aria-labelledby', 'wallet title')
  const list = document.createElement('dl')
  for (const { label, value } of request.details) {
    const row = document.createElement('div')
    row.append(text('dt', label), value.length < foldedFrom ? text('dd', value) : folded(value))
    list.append(row)
  }
  const buttons = document.createElement('footer')
  buttons.append(button(dialog, 'Reject', 'reject'), button(dialog, 'Approve', 'approve'))
  dialog.append(wallet, heading, list, buttons)
  return dialog
}

function folded(value: string): HTMLElement {
  const details = document.createElement('details')
  details.append(text('summary', `Show ${value.length} characters`), text('pre', value))
  const description = document.createElement('dd')
  description.append(details)
  return description
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
