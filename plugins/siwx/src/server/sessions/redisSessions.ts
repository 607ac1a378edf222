import * as z from 'zod/mini'
import type { RedisCommand } from '../stores/RedisClient.js'
import type { SessionStore } from './SessionStore.js'

export interface RedisSessionsOptions {
  /** Put before every key. Default `siwx:session:`. */
  readonly prefix?: string | undefined
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

/** Notes a session under its account for as long as the longest of the account's sessions. */
const NOTE = `
redis.call('SADD', KEYS[1], ARGV[1])
local time = redis.call('TIME')
local left = tonumber(ARGV[2]) - (time[1] * 1000 + math.floor(time[2] / 1000))
if redis.call('PTTL', KEYS[1]) < left then
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
end
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
        await command(['EVAL', NOTE, '1', accountKeyOf(accountId), record.id, `${record.expiresAt}`])
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
      return Number(await command(['DEL', keyOf(id)])) > 0
    },
    async removeByAccount(accountId) {
      const key = accountKeyOf(accountId)
      const read = async () => z.array(z.string()).parse(await command(['SMEMBERS', key]))
      // Until none is found: a session may be replaced by another one of the same account meanwhile.
      for (let ids = await read(); ids.length > 0; ids = await read()) {
        await command(['DEL', ...ids.map(keyOf)])
        await command(['SREM', key, ...ids])
      }
    },
  }
}
