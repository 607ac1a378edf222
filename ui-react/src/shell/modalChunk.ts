export { EmbeddedView } from './EmbeddedView.js'
export { Modal } from './Modal.js'
export { Toasts } from './Toasts.js'
