import { memoryNonces } from '../server/nonces/memoryNonces.js'
import type { NonceRecord, NonceStore } from '../server/nonces/NonceStore.js'

/** Each check costs a nonce. `reissue` makes all of them live again, for tests that try one text in many ways. */
export function reissuableNonces(): NonceStore & { reissue(): Promise<void> } {
  const issued: NonceRecord[] = []
  let nonces = memoryNonces()
  return {
    async add(record) {
      await nonces.add(record)
      issued.push(record)
    },
    consume: (...asked) => nonces.consume(...asked),
    async reissue() {
      nonces = memoryNonces()
      for (const record of issued) await nonces.add(record)
    },
  }
}
