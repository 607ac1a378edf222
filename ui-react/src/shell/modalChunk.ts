import { EmbeddedView as OwnEmbeddedView } from './EmbeddedView.js'
import { Modal as OwnModal } from './Modal.js'
import { modalClaim } from './modalClaim.js'
import { onceOnPage } from './onceOnPage.js'
import { Toasts as OwnToasts } from './Toasts.js'

// Of several providers of one kernel, one draws each of these.
export const EmbeddedView = onceOnPage(modalClaim, OwnEmbeddedView)
export const Modal = onceOnPage(modalClaim, OwnModal)
export const Toasts = onceOnPage('latchkey:toasts', OwnToasts)
