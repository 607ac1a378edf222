import { SQL_NONCES_SCHEMA, SQL_SESSIONS_SCHEMA, type SqlExecute } from '@latchkey/plugin-siwx/server'
import { createClient } from '@libsql/client'

/** Opens the database that keeps nonces and sessions: a file here, or a server. Makes the tables that it lacks. */
export async function openDatabase(url: string): Promise<SqlExecute> {
  const client = createClient({ url })
  const execute: SqlExecute = async (sql, parameters) => {
    const { rows } = await client.execute({ sql, args: [...parameters] })
    return rows.map((row) => ({ ...row }))
  }
  for (const statement of [...SQL_NONCES_SCHEMA, ...SQL_SESSIONS_SCHEMA]) await execute(statement, [])
  return execute
}
