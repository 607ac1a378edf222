import { sql } from 'kysely'
import type { Database } from '../database/schema.js'
import type { ServiceClock } from '../serviceClock.js'
import type { Rates } from './rates.js'

/**
 * Counts in the database: each step is one statement, so that instances on one PostgreSQL count together. The clocks of
 * instances differ by a little: an instance whose clock is behind joins a window or pause that another one began, and only
 * what lies further ahead than a whole window is taken for the work of a clock that was wrong.
 */
export function createDatabaseRates(database: Database, clock: ServiceClock): Rates {
  return {
    async count(key, windowMilliseconds) {
      const start = clock.now()
      const { count } = await database
        .insertInto('rate')
        .values({ key, window_start: start, count: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when ${isCurrent(start, windowMilliseconds)} then rate.count + 1 else 1 end`,
            window_start: sql<number>`case when ${isCurrent(start, windowMilliseconds)} then rate.window_start else ${start} end`,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return count
    },
    async read(key, windowMilliseconds) {
      const now = clock.now()
      const row = await database
        .selectFrom('rate')
        .select('count')
        .where('key', '=', key)
        .where('window_start', '>', now - windowMilliseconds)
        .where('window_start', '<=', now + windowMilliseconds)
        .executeTakeFirst()
      return row?.count ?? 0
    },
    async pause(key, milliseconds) {
      const now = clock.now()
      const taken = await database
        .insertInto('pause')
        .values({ key, until: now + milliseconds })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ until: now + milliseconds })
            .where((row) =>
              row.or([row('pause.until', '<=', now), row('pause.until', '>', now + 2 * milliseconds)]),
            ),
        )
        .returning('until')
        .executeTakeFirst()
      if (taken) return 0
      // Another instance's clock may be ahead: never report more than a whole pause.
      return Math.min(milliseconds, Math.max(1, ((await readPause(database, key)) ?? now) - now))
    },
    async left(key, milliseconds) {
      const left = ((await readPause(database, key)) ?? 0) - clock.now()
      // The same as when it's taken: what is further ahead was written by a wrong clock.
      return left <= 0 || left > 2 * milliseconds ? 0 : Math.min(milliseconds, left)
    },
    close: async () => {},
  }
}

const readPause = async (database: Database, key: string): Promise<number | undefined> =>
  (await database.selectFrom('pause').select('until').where('key', '=', key).executeTakeFirst())?.until

/**
 * A window begins with what is counted first, so that nobody knows from the clock when one ends. Who opens it with one request can still
 * time the rest around its end: up to one less than twice the limit within moments, and never more in two windows than two limits.
 */
const isCurrent = (now: number, windowMilliseconds: number) =>
  sql`rate.window_start between ${now - windowMilliseconds + 1} and ${now + windowMilliseconds}`
