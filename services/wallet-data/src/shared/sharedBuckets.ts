import type { RateLimit, TokenBuckets } from '../http/tokenBucket.js'
import type { SharedRedis } from './openRedis.js'

/**
 * Token buckets over all instances. Redis keeps of each the time at which it's full again, in microseconds of its own
 * clock, which says the same as the number of tokens: the buckets of `createTokenBuckets`.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local most = interval * (tonumber(ARGV[2]) - 1)
local waits = {}
for index, key in ipairs(KEYS) do
  local full = math.max(now, tonumber(redis.call('GET', key) or 0))
  local wait = full - now - most
  if wait <= 0 then
    full = full + interval
    redis.call('SET', key, string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
    waits[index] = 0
  else
    waits[index] = math.ceil(wait)
  end
end
return waits
`

interface Waiting {
  readonly key: string
  resolve(wait: number | undefined): void
}

/** @param own takes over while Redis is away: a limit for each instance is one still, and no limit is none. */
export function createSharedBuckets(
  { capacity, refillPerSecond }: RateLimit,
  redis: SharedRedis,
  own: TokenBuckets,
): TokenBuckets {
  let waiting: Waiting[] = []
  const settings = [String(1_000_000 / refillPerSecond), String(capacity)]

  /** What was asked in one turn of the event loop goes out as one question. */
  async function flush(): Promise<void> {
    const asked = waiting
    waiting = []
    const keys = asked.map(({ key }) => `latchkey:data:rate:${key}`)
    const known = await redis.ask((client) => client.eval(script, { keys, arguments: settings }))
    const waits = known && Array.isArray(known.answer) ? known.answer : undefined
    for (const [index, { key, resolve }] of asked.entries()) {
      if (!waits) resolve(await own.take(key))
      else {
        const wait = Number(waits[index])
        resolve(wait > 0 ? Math.max(1, Math.ceil(wait / 1_000_000)) : undefined)
      }
    }
  }

  return {
    take: (key) =>
      new Promise((resolve) => {
        if (waiting.length === 0) setImmediate(() => void flush())
        waiting.push({ key, resolve })
      }),
  }
}
