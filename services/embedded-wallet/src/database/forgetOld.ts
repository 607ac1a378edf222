import type { Service } from '../service.js'

const day = 24 * 60 * 60_000

/**
 * Deletes what is over: logins, pauses and sessions a day later, because their codes are counted until then, and what was only started
 * at once, because anybody may start it. What they were is in the audit log.
 */
export async function forgetOld({ clock, database }: Pick<Service, 'clock' | 'database'>): Promise<void> {
  const now = clock.now()
  const before = now - day
  const { writes } = database
  await writes.deleteFrom('login').where('expires_at', '<', before).execute()
  await writes.deleteFrom('social_login').where('expires_at', '<', now).execute()
  await writes.deleteFrom('challenge').where('expires_at', '<', now).execute()
  await writes.deleteFrom('session').where('expires_at', '<', before).execute()
  await writes.deleteFrom('pause').where('until', '<', before).execute()
  await writes
    .deleteFrom('rate')
    .where('window_start', '<', before - day)
    .execute()
}
