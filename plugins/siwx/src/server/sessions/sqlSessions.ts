import { inDialect, type SqlDialect, type SqlExecute, toNumber } from '../stores/SqlExecute.js'
import type { SessionRecord, SessionStore } from './SessionStore.js'

/** Statements that make the tables {@link sqlSessions} uses. Run them once, in a migration. */
export const SQL_SESSIONS_SCHEMA = [
  `CREATE TABLE IF NOT EXISTS siwx_sessions (
  id TEXT PRIMARY KEY,
  generation INTEGER NOT NULL,
  rotated_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
)`,
  `CREATE TABLE IF NOT EXISTS siwx_session_accounts (
  session_id TEXT NOT NULL REFERENCES siwx_sessions (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
)`,
  'CREATE INDEX IF NOT EXISTS siwx_session_accounts_account_id ON siwx_session_accounts (account_id)',
  'CREATE INDEX IF NOT EXISTS siwx_sessions_expires_at ON siwx_sessions (expires_at)',
] as const

const INSERT_ACCOUNT = 'INSERT INTO siwx_session_accounts (session_id, position, account_id) VALUES (?, ?, ?)'

/** Keeps sessions in SQL tables (PostgreSQL, SQLite and its kin). `removeExpired` is for a timer of the host. */
export function sqlSessions(
  execute: SqlExecute,
  dialect: SqlDialect,
): SessionStore & { removeExpired(now: number): Promise<void> } {
  const run = (sql: string, parameters: readonly (string | number)[]) =>
    execute(inDialect(sql, dialect), parameters)

  async function removeWhere(condition: string, parameter: string | number): Promise<number> {
    const ids = `SELECT id FROM siwx_sessions WHERE ${condition}`
    await run(`DELETE FROM siwx_session_accounts WHERE session_id IN (${ids})`, [parameter])
    return (await run(`DELETE FROM siwx_sessions WHERE ${condition} RETURNING id`, [parameter])).length
  }

  const sessionsOf = (accountId: string) =>
    run(
      'SELECT DISTINCT s.id FROM siwx_sessions s JOIN siwx_session_accounts a ON a.session_id = s.id WHERE a.account_id = ?',
      [accountId],
    )

  return {
    async add(record) {
      await run(
        'INSERT INTO siwx_sessions (id, generation, rotated_at, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
        [record.id, record.generation, record.rotatedAt, record.createdAt, record.expiresAt],
      )
      for (const [position, accountId] of record.accountIds.entries()) {
        await run(INSERT_ACCOUNT, [record.id, position, accountId])
      }
    },
    async get(id) {
      const rows = await run(
        'SELECT s.generation, s.rotated_at, s.created_at, s.expires_at, a.account_id FROM siwx_sessions s JOIN siwx_session_accounts a ON a.session_id = s.id WHERE s.id = ? ORDER BY a.position',
        [id],
      )
      return recordFrom(id, rows)
    },
    async rotate(id, from, at) {
      const rows = await run(
        'UPDATE siwx_sessions SET generation = generation + 1, rotated_at = ? WHERE id = ? AND generation = ? RETURNING id',
        [at, id, from],
      )
      return rows.length === 1
    },
    remove: async (id) => (await removeWhere('id = ?', id)) > 0,
    async removeByAccount(accountId) {
      // Until none is found: a session may be replaced by another one of the same account meanwhile.
      for (let rows = await sessionsOf(accountId); rows.length > 0; rows = await sessionsOf(accountId)) {
        for (const { id } of rows) await removeWhere('id = ?', `${id}`)
      }
    },
    async removeExpired(now) {
      await removeWhere('expires_at <= ?', now)
    },
  }
}

/** One row an account, in the order they signed in. */
function recordFrom(id: string, rows: Awaited<ReturnType<SqlExecute>>): SessionRecord | undefined {
  const [row] = rows
  if (!row) return undefined
  return {
    id,
    accountIds: rows.map(({ account_id }) => `${account_id}`),
    generation: toNumber(row['generation']),
    rotatedAt: toNumber(row['rotated_at']),
    createdAt: toNumber(row['created_at']),
    expiresAt: toNumber(row['expires_at']),
  }
}
