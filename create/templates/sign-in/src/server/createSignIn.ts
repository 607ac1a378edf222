import {
  createHandlers,
  createSessions,
  createVerifier,
  type SiwxHandlers,
  sqlNonces,
  sqlSessions,
} from '@latchkey/plugin-siwx/server'
import { openDatabase } from './openDatabase.ts'
import type { Settings } from './readSettings.ts'
import { verifiers } from './verifiers.ts'

/** One verifier for every chain, sessions in the database, and the four routes over both. */
export async function createSignIn(settings: Settings): Promise<SiwxHandlers> {
  const execute = await openDatabase(settings.databaseUrl)
  return createHandlers({
    origins: [settings.origin],
    verifier: createVerifier({
      domain: new URL(settings.origin).host,
      verifiers,
      nonces: sqlNonces(execute, 'sqlite'),
    }),
    sessions: createSessions({
      store: sqlSessions(execute, 'sqlite'),
      secrets: [settings.sessionSecret],
    }),
  })
}
