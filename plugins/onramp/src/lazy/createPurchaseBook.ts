import type { Purchase } from '../purchases.js'
import { keptPurchases, purchaseLimit } from './keptPurchases.js'
import type { OnrampTools } from './OnrampTools.js'

export interface PurchaseBook {
  list(): readonly Purchase[]
  find(id: string): Purchase | undefined
  /** Adds it, or takes the place of the one with its id. */
  put(purchase: Purchase): void
  remove(id: string): void
  /** Ends the watch over other tabs. */
  dispose(): void
}

/** Purchases, kept over reloads and shared by tabs. */
export function createPurchaseBook({ state, storage }: OnrampTools): PurchaseBook {
  const read = () => storage.read(keptPurchases) ?? []
  const show = (list: readonly Purchase[]) => {
    state.purchases = list
  }

  function write(list: readonly Purchase[]): void {
    storage.write(keptPurchases, list)
    show(list)
  }

  show(read())
  const stop = storage.watch(keptPurchases, () => show(read()))
  return {
    list: read,
    find: (id) => read().find((purchase) => purchase.id === id),
    put(purchase) {
      const list = read()
      const at = list.findIndex(({ id }) => id === purchase.id)
      write(at < 0 ? [purchase, ...list].slice(0, purchaseLimit) : list.with(at, purchase))
    },
    remove: (id) => write(read().filter((purchase) => purchase.id !== id)),
    dispose: stop,
  }
}
