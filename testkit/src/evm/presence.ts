import type { Presence } from './control.js'

type Appear = () => () => void

interface WalletPresence extends Presence {
  /** Adds one way in which the page can find the wallet; returns the function that ends it for good. */
  show(appear: Appear): () => void
}

/** Remembers how a wallet shows itself, so that it can disappear from everywhere and come back. */
export function createPresence(): WalletPresence {
  const shown = new Map<Appear, (() => void) | undefined>()
  return {
    show(appear) {
      shown.set(appear, appear())
      return () => {
        shown.get(appear)?.()
        shown.delete(appear)
      }
    },
    disappear() {
      for (const [appear, hide] of shown) {
        hide?.()
        shown.set(appear, undefined)
      }
    },
    appear() {
      for (const [appear, hide] of shown) if (!hide) shown.set(appear, appear())
    },
  }
}
