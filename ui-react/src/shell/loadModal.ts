import { savesData } from './savesData.js'

/** The modal's code. */
export const loadModal = () => import('./modalChunk.js')

// As soon as a page's script runs: a phone waits a round trip for it, and the page takes as long to draw its button. A failure
// is left to the provider, which asks again.
if (typeof document !== 'undefined' && !savesData()) loadModal().catch(() => {})
