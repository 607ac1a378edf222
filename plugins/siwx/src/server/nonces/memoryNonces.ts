import { nonceTaken } from './nonceTaken.js'
import type { NonceRecord, NonceState, NonceStore } from './NonceStore.js'

interface Entry extends NonceRecord {
  used: boolean
}

/**
 * Keeps nonces in this process: for one server process, tests and development. `limit` (default
 * 100 000) bounds memory: past it the oldest go, and a sign-in that still holds one must start again.
 */
export function memoryNonces(options: { readonly limit?: number } = {}): Required<NonceStore> {
  const limit = options.limit ?? 100_000
  const entries = new Map<string, Entry>()

  function stateOf(nonce: string, binding: string, now: number): NonceState {
    const entry = entries.get(nonce)
    if (!entry) return 'unknown'
    if (entry.used) return 'used'
    if (entry.expiresAt <= now) return 'expired'
    return entry.binding === binding ? 'live' : 'mismatch'
  }

  return {
    async add(record) {
      if (entries.has(record.nonce)) throw nonceTaken()
      entries.set(record.nonce, { ...record, used: false })
      if (entries.size > limit) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
    },
    async consume(nonce, binding, now) {
      const state = stateOf(nonce, binding, now)
      const entry = entries.get(nonce)
      if (state === 'live' && entry) entry.used = true
      return state
    },
    async release(nonce) {
      const entry = entries.get(nonce)
      if (entry) entry.used = false
    },
  }
}
