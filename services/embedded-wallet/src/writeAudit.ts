import type { Database } from './database/schema.js'
import { randomId } from './secrets.js'
import type { Service } from './service.js'

export type AuditEvent =
  | 'code-sent'
  | 'code-wrong'
  | 'device-approved'
  | 'signed-in'
  | 'signed-out'
  | 'session-reused'
  | 'email-changed'
  | 'passkey-added'
  | 'wallet-created'
  | 'split-added'
  | 'share-released'

/**
 * Notes what happened, for whom and for which app. There is no place in it for a code, a token or a share.
 *
 * @param writes the transaction of what is noted, so that neither is there without the other
 */
export async function writeAudit(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  event: AuditEvent,
  { personId, origin, detail = '' }: { personId?: string | null; origin?: string; detail?: string } = {},
  writes: Database = database.writes,
): Promise<void> {
  await writes
    .insertInto('audit')
    .values({
      id: randomId(),
      at: clock.now(),
      event,
      person_id: personId ?? null,
      origin: origin ?? null,
      detail,
    })
    .execute()
}
