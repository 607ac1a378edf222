import { inDialect, type SqlDialect, type SqlExecute, toNumber } from '../stores/SqlExecute.js'
import { nonceTaken } from './nonceTaken.js'
import type { NonceState, NonceStore } from './NonceStore.js'

/** Statements that make the table {@link sqlNonces} uses. Run them once, in a migration. */
export const SQL_NONCES_SCHEMA = [
  `CREATE TABLE IF NOT EXISTS siwx_nonces (
  nonce TEXT PRIMARY KEY,
  binding TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT
)`,
  'CREATE INDEX IF NOT EXISTS siwx_nonces_expires_at ON siwx_nonces (expires_at)',
] as const

/**
 * Keeps nonces in a SQL table (PostgreSQL, SQLite and its kin). Consuming is one UPDATE whose WHERE holds all
 * conditions, so the database decides between concurrent sign-ins. `removeExpired` is for a timer of the host.
 */
export function sqlNonces(
  execute: SqlExecute,
  dialect: SqlDialect,
): Required<NonceStore> & { removeExpired(now: number): Promise<void> } {
  const run = (sql: string, parameters: readonly (string | number)[]) =>
    execute(inDialect(sql, dialect), parameters)

  async function stateOf(nonce: string, binding: string, now: number): Promise<NonceState> {
    const rows = await run('SELECT binding, expires_at, used_at FROM siwx_nonces WHERE nonce = ?', [nonce])
    const [row] = rows
    if (!row) return 'unknown'
    if (row['used_at'] !== null) return 'used'
    if (toNumber(row['expires_at']) <= now) return 'expired'
    return row['binding'] === binding ? 'live' : 'mismatch'
  }

  return {
    async add({ nonce, binding, expiresAt }) {
      const rows = await run(
        'INSERT INTO siwx_nonces (nonce, binding, expires_at) VALUES (?, ?, ?) ON CONFLICT (nonce) DO NOTHING RETURNING nonce',
        [nonce, binding, expiresAt],
      )
      if (rows.length === 0) throw nonceTaken()
    },
    async consume(nonce, binding, now) {
      const rows = await run(
        'UPDATE siwx_nonces SET used_at = ? WHERE nonce = ? AND binding = ? AND used_at IS NULL AND expires_at > ? RETURNING nonce',
        [now, nonce, binding, now],
      )
      if (rows.length === 1) return 'live'
      const state = await stateOf(nonce, binding, now)
      return state === 'live' ? 'used' : state
    },
    async release(nonce) {
      await run('UPDATE siwx_nonces SET used_at = NULL WHERE nonce = ?', [nonce])
    },
    async removeExpired(now) {
      await run('DELETE FROM siwx_nonces WHERE expires_at <= ?', [now])
    },
  }
}
