import { createClient } from '@redis/client'
import { ServiceSetupError } from '@latchkey/service-kit'
import type { Rates } from './rates.js'

/**
 * Counts in Redis, for several instances with many logins. A window begins with its first count and ends by the clock of
 * Redis, whatever the clocks of the instances say.
 *
 * @throws ServiceSetupError DATABASE_UNAVAILABLE
 */
export async function openRedisRates(url: string): Promise<Rates> {
  // A connection that breaks is opened again; what was asked meanwhile fails at once, and so refuses the login.
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: 5000 } })
  client.on('error', () => {})
  await client.connect().catch((cause) => {
    throw new ServiceSetupError(
      'DATABASE_UNAVAILABLE',
      `Redis could not be reached at ${url.replace(/\/\/.*@/, '//')}: ${(cause as Error).message}. Check the address, or leave it out to count in the database.`,
      { cause },
    )
  })
  const windowKey = (key: string, windowMilliseconds: number) => `latchkey:rate:${key}:${windowMilliseconds}`
  return {
    async count(key, windowMilliseconds) {
      const name = windowKey(key, windowMilliseconds)
      const begin = { condition: 'NX', expiration: { type: 'PX', value: windowMilliseconds } } as const
      const [, count] = await client.multi().set(name, '0', begin).incr(name).exec()
      return Number(count)
    },
    read: async (key, windowMilliseconds) =>
      Number((await client.get(windowKey(key, windowMilliseconds))) ?? 0),
    async pause(key, milliseconds) {
      const name = `latchkey:pause:${key}`
      const taken = await client.set(name, '1', {
        condition: 'NX',
        expiration: { type: 'PX', value: milliseconds },
      })
      return taken === null ? Math.max(1, await client.pTTL(name)) : 0
    },
    left: async (key) => Math.max(0, await client.pTTL(`latchkey:pause:${key}`)),
    async close() {
      // Waits for what is open, where there is somebody who answers.
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}
