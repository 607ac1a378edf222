import type { SessionRecord, SessionStore } from './SessionStore.js'

/** Keeps sessions in this process: for one server process, tests and development. `limit` default 100 000. */
export function memorySessions(options: { readonly limit?: number } = {}): SessionStore {
  const limit = options.limit ?? 100_000
  const records = new Map<string, SessionRecord>()
  return {
    async add(record) {
      records.set(record.id, record)
      const oldest = records.keys().next()
      if (records.size > limit && !oldest.done) records.delete(oldest.value)
    },
    async get(id) {
      return records.get(id)
    },
    async rotate(id, from, at) {
      const record = records.get(id)
      if (record?.generation !== from) return false
      records.set(id, { ...record, generation: from + 1, rotatedAt: at })
      return true
    },
    async remove(id) {
      return records.delete(id)
    },
    async removeByAccount(accountId) {
      for (const record of records.values()) {
        if (record.accountIds.includes(accountId)) records.delete(record.id)
      }
    },
  }
}
