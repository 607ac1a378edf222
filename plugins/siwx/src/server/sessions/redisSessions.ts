import * as z from 'zod/mini'
import type { RedisCommand } from '../stores/RedisClient.js'
import type { SessionStore } from './SessionStore.js'

export interface RedisSessionsOptions {
  /** Put before every key. Default `siwx:session:`. */
  readonly prefix?: string
}

const recordSchema = z.object({
  id: z.string(),
  accountIds: z.array(z.string()),
  generation: z.number(),
  rotatedAt: z.number(),
  createdAt: z.number(),
  expiresAt: z.number(),
})

/** Raises the generation in one step, on the server. */
const ROTATE = `
local value = redis.call('GET', KEYS[1])
if not value then return 0 end
local record = cjson.decode(value)
if record.generation ~= tonumber(ARGV[1]) then return 0 end
record.generation = record.generation + 1
record.rotatedAt = tonumber(ARGV[2])
redis.call('SET', KEYS[1], cjson.encode(record), 'KEEPTTL')
return 1`

/**
 * Keeps sessions in Redis 6.2 or later, which drops them when they expire. Next to each session a set per
 * account remembers its session ids, for `removeByAccount`.
 */
export function redisSessions(command: RedisCommand, options: RedisSessionsOptions = {}): SessionStore {
  const prefix = options.prefix ?? 'siwx:session:'
  const keyOf = (id: string) => `${prefix}id:${id}`
  const accountKeyOf = (accountId: string) => `${prefix}account:${accountId}`

  return {
    async add(record) {
      await command(['SET', keyOf(record.id), JSON.stringify(record), 'PXAT', `${record.expiresAt}`])
      for (const accountId of record.accountIds) {
        await command(['SADD', accountKeyOf(accountId), record.id])
        await command(['PEXPIREAT', accountKeyOf(accountId), `${record.expiresAt}`])
      }
    },
    async get(id) {
      const value = await command(['GET', keyOf(id)])
      return typeof value === 'string' ? recordSchema.parse(JSON.parse(value)) : undefined
    },
    async rotate(id, from, at) {
      const answer = await command(['EVAL', ROTATE, '1', keyOf(id), `${from}`, `${at}`])
      return Number(answer) === 1
    },
    async remove(id) {
      await command(['DEL', keyOf(id)])
    },
    async removeByAccount(accountId) {
      const ids = z.array(z.string()).parse(await command(['SMEMBERS', accountKeyOf(accountId)]))
      const keys = ids.map(keyOf)
      await command(['DEL', accountKeyOf(accountId), ...keys])
    },
  }
}
