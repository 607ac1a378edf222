import { event } from '../keys/event.js'

export const ModalOpened = event<{ readonly view: string }>('MODAL_OPEN')
export const ModalClosed = event<{ readonly view: string }>('MODAL_CLOSE')
