import type { KeptPayment, PaymentStore } from '../PaymentStore.js'

export function memoryPayments(): PaymentStore {
  const kept = new Map<string, KeptPayment>()
  const bills = new Map<string, string>()

  function put(billId: string, key: string, block: string | undefined): void {
    kept.set(billId, block === undefined ? { key } : { key, block })
    bills.set(key, billId)
  }

  return {
    async claim(billId, key, block) {
      const owner = bills.get(key)
      if (owner !== undefined && owner !== billId) return { state: 'used' }
      if (owner === billId) {
        if (block !== undefined) put(billId, key, block)
        return { state: 'repeated' }
      }
      const settled = kept.get(billId)
      if (settled !== undefined) return { state: 'paid', key: settled.key }
      put(billId, key, block)
      return { state: 'claimed' }
    },
    read: async (billId) => kept.get(billId),
    async replace(billId, before, key, block) {
      if (kept.get(billId)?.key !== before || bills.has(key)) return false
      bills.delete(before)
      put(billId, key, block)
      return true
    },
  }
}
