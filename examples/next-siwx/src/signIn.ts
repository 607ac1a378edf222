import { createClient } from '@libsql/client'
import {
  createHandlers,
  createSessions,
  createVerifier,
  eip155,
  type SiwxHandlers,
  solana,
  SQL_NONCES_SCHEMA,
  SQL_SESSIONS_SCHEMA,
  type SqlExecute,
  sqlNonces,
  sqlSessions,
} from '@latchkey/plugin-siwx/server'

let made: Promise<SiwxHandlers> | undefined

/** Made with the first request: `next build` loads this file too, and has neither the secret nor the database. */
export function signIn(): Promise<SiwxHandlers> {
  made ??= createSignIn().catch((error) => {
    made = undefined // the next request tries again
    throw error
  })
  return made
}

async function createSignIn(): Promise<SiwxHandlers> {
  const origin = needed('SITE_ORIGIN')
  const execute = await openDatabase(needed('DATABASE_URL'))
  const { ETHEREUM_RPC_URL: node } = process.env
  return createHandlers({
    origins: [origin],
    verifier: createVerifier({
      domain: new URL(origin).host,
      // The node is asked about smart accounts only. A key's signature needs none.
      verifiers: [eip155(node ? { rpc: { 1: node } } : {}), solana()],
      nonces: sqlNonces(execute, 'sqlite'),
    }),
    sessions: createSessions({
      store: sqlSessions(execute, 'sqlite'),
      secrets: [needed('SESSION_SECRET')],
    }),
  })
}

/**
 * Next bundles every route apart, so what one route keeps in memory another does not see. Nonces and sessions are in a
 * database: a file here, or a server.
 */
async function openDatabase(url: string): Promise<SqlExecute> {
  const client = createClient({ url })
  const execute: SqlExecute = async (sql, parameters) => {
    const { rows } = await client.execute({ sql, args: [...parameters] })
    return rows as readonly Record<string, unknown>[]
  }
  for (const statement of [...SQL_NONCES_SCHEMA, ...SQL_SESSIONS_SCHEMA]) await execute(statement, [])
  return execute
}

function needed(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. See the README of this example.`)
  return value
}
