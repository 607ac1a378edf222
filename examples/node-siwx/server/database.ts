import pg from 'pg'
import {
  SQL_NONCES_SCHEMA,
  SQL_SESSIONS_SCHEMA,
  type SqlExecute,
  sqlNonces,
  sqlSessions,
} from '@latchkey/plugin-siwx/server'

export type Database = Awaited<ReturnType<typeof openDatabase>>

/** Makes the tables, and gives the stores that sign-in needs and a way to run statements of our own. */
export async function openDatabase(url: string) {
  const pool = new pg.Pool({ connectionString: url })
  const execute: SqlExecute = async (sql, parameters) => (await pool.query(sql, [...parameters])).rows

  // A real app has these in its migrations.
  const own = 'CREATE TABLE IF NOT EXISTS notes (account_id TEXT NOT NULL, text TEXT NOT NULL)'
  for (const statement of [...SQL_NONCES_SCHEMA, ...SQL_SESSIONS_SCHEMA, own]) await execute(statement, [])

  const nonces = sqlNonces(execute, 'postgres')
  const sessions = sqlSessions(execute, 'postgres')
  const cleaning = setInterval(() => {
    const now = Date.now()
    Promise.all([nonces.removeExpired(now), sessions.removeExpired(now)]).catch(console.error)
  }, 60_000)

  return {
    execute,
    nonces,
    sessions,
    async close() {
      clearInterval(cleaning)
      await pool.end()
    },
  }
}
