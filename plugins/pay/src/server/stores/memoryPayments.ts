import type { PaymentStore } from '../PaymentStore.js'

/** Keeps payments in this process, for development and tests: a restart forgets what was paid. */
export function memoryPayments(): PaymentStore {
  const keys = new Map<string, string>()
  const bills = new Map<string, string>()

  function put(billId: string, key: string): void {
    keys.set(billId, key)
    bills.set(key, billId)
  }

  return {
    async claim(billId, key) {
      const owner = bills.get(key)
      if (owner !== undefined) return { state: owner === billId ? 'repeated' : 'used' }
      const settled = keys.get(billId)
      if (settled !== undefined) return { state: 'paid', key: settled }
      put(billId, key)
      return { state: 'claimed' }
    },
    async replace(billId, before, key) {
      if (keys.get(billId) !== before || bills.has(key)) return false
      bills.delete(before)
      put(billId, key)
      return true
    },
  }
}
