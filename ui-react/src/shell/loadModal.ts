import type { ModalModule } from '../shellContext.js'
import { savesData } from './savesData.js'

/**
 * The modal's code, once whatever came before it has run: a list that is drawn before the code that looks for wallets, which
 * is smaller and mostly waits in the same line, is drawn twice.
 */
export const loadModal = () =>
  import('./modalChunk.js').then(
    (module) => new Promise<ModalModule>((resolve) => setTimeout(() => resolve(module))),
  )

// As soon as a page's script runs: a phone waits a round trip for it, and the page takes as long to draw its button. A failure
// is left to the provider, which asks again.
if (typeof document !== 'undefined' && !savesData()) loadModal().catch(() => {})
