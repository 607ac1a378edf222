import {
  createHandlers,
  createSessions,
  createVerifier,
  eip155,
  type SiwxHandlers,
  solana,
} from '@latchkey/plugin-siwx/server'
import type { Database } from './database.js'
import type { Environment } from './environment.js'

/** One verifier for every chain, sessions in PostgreSQL, and the four routes over both. */
export function createSignIn(database: Database, environment: Environment): SiwxHandlers {
  const { origin, sessionSecret, ethereumNode } = environment
  return createHandlers({
    origins: [origin],
    verifier: createVerifier({
      domain: new URL(origin).host,
      // The node is asked about smart accounts only. A key's signature needs none.
      verifiers: [eip155(ethereumNode ? { rpc: { 1: ethereumNode } } : {}), solana()],
      nonces: database.nonces,
    }),
    sessions: createSessions({ store: database.sessions, secrets: [sessionSecret] }),
    onRefused: ({ code, detail }) => console.warn(`Refused a sign-in: ${code} ${detail}`),
  })
}
