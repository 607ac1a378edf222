import { createHash } from 'node:crypto'
import type { RateLimit, TokenBuckets } from '../http/tokenBucket.js'
import type { RedisClient, SharedRedis } from './openRedis.js'

/**
 * Token buckets over all instances. Redis keeps of each the time at which it's full again, in microseconds of its own
 * clock, which says the same as the number of tokens: the buckets of `createTokenBuckets`. `ARGV` holds the time of a token,
 * the capacity, and for each key how many tokens are taken: 0 asks for one, more were given already.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local interval = tonumber(ARGV[1])
local most = interval * (tonumber(ARGV[2]) - 1)
local waits = {}
for index, key in ipairs(KEYS) do
  local given = tonumber(ARGV[index + 2])
  local full = math.max(now, tonumber(redis.call('GET', key) or 0))
  local wait = full - now - most
  if given > 0 or wait <= 0 then
    full = full + interval * math.max(1, given)
    redis.call('SET', key, string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000) + 1)
  end
  if given > 0 then wait = full - now - most end
  waits[index] = math.ceil(math.max(0, wait))
end
return waits
`
const scriptName = createHash('sha1').update(script).digest('hex')

/** By its name, which is shorter; a server that was started since doesn't know it. */
async function run(client: RedisClient, options: { keys: string[]; arguments: string[] }): Promise<unknown> {
  try {
    return await client.evalSha(scriptName, options)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.eval(script, options)
  }
}

/** Milliseconds after which Redis is told what was given. */
const settlePause = 100
/** So much of a large limit is given to a client before Redis is told of it. */
const partGiven = 0.05
/** Below, each request is asked for: a few too many would be much. */
const largeCapacity = 100

interface Waiting {
  readonly key: string
  resolve(wait: number | undefined): void
}

/**
 * Counts over all instances. Of a large limit each instance gives the first twentieth of a client without asking, and
 * tells Redis ten times a second, so that a usual request costs no way there. What is given that way is taken from the bucket
 * all the same: at most that twentieth more than the limit comes through each instance at once, and nothing more in the long run.
 *
 * @param own takes over while Redis is away: a limit for each instance is one still, and no limit is none
 */
export function createSharedBuckets(
  { capacity, refillPerSecond }: RateLimit,
  redis: SharedRedis,
  own: TokenBuckets,
): TokenBuckets {
  const settings = [String(1_000_000 / refillPerSecond), String(capacity)]
  /** False from a question without an answer to the next one that has one. */
  let isAnswering = true
  const ask: Ask = async (keys, counts) => {
    const options = {
      keys: keys.map((key) => `latchkey:data:rate:${key}`),
      arguments: [...settings, ...counts.map(String)],
    }
    const known = await redis.ask((client) => run(client, options))
    isAnswering = known !== undefined
    return known && Array.isArray(known.answer) ? known.answer.map(Number) : undefined
  }
  const atMost = capacity < largeCapacity ? 0 : Math.floor(capacity * partGiven)
  const give = createGiver(atMost, { ask, takeOwn: (key) => own.take(key) })
  let waiting: Waiting[] = []

  /** What was asked in one turn of the event loop goes out as one question. */
  async function askWaiting(): Promise<void> {
    const asked = waiting
    waiting = []
    const keys = asked.map(({ key }) => key)
    const waits = await ask(
      keys,
      keys.map(() => 0),
    )
    for (const [index, { key, resolve }] of asked.entries()) {
      resolve(waits ? toSeconds(waits[index] ?? 0) : await own.take(key))
    }
  }

  return {
    take(key) {
      if (isAnswering && !redis.isAway() && give(key)) return undefined
      return new Promise((resolve) => {
        if (waiting.length === 0) setImmediate(() => void askWaiting())
        waiting.push({ key, resolve })
      })
    },
  }
}

/** The wait of each key in microseconds, or `undefined` where Redis doesn't say. */
type Ask = (keys: readonly string[], counts: readonly number[]) => Promise<readonly number[] | undefined>

/** Says whether a key may have one more before Redis is told of it. */
function createGiver(
  atMost: number,
  { ask, takeOwn }: { readonly ask: Ask; readonly takeOwn: TokenBuckets['take'] },
): (key: string) => boolean {
  let given = new Map<string, number>()
  /** Told, and not answered yet. They count as well, or a slow Redis would let more through. */
  const told = new Map<string, number>()
  /** Keys that are used up, and until when. Milliseconds of `performance.now()`. */
  const usedUp = new Map<string, number>()

  async function settle(): Promise<void> {
    const telling = [...given]
    given = new Map()
    const keys = telling.map(([key]) => key)
    for (const [key, count] of telling) told.set(key, (told.get(key) ?? 0) + count)
    const waits = await ask(
      keys,
      telling.map(([, count]) => count),
    )
    for (const [key, count] of telling) {
      // Where Redis wasn't told, the bucket that takes over is: else the same part would be given again and again.
      if (!waits) for (let index = 0; index < count; index += 1) await takeOwn(key)
      const left = (told.get(key) ?? 0) - count
      if (left > 0) told.set(key, left)
      else told.delete(key)
    }
    const now = performance.now()
    for (const [key, until] of usedUp) if (until <= now) usedUp.delete(key)
    for (const [index, key] of keys.entries()) {
      const wait = waits?.[index] ?? 0
      if (wait > 0) usedUp.set(key, now + wait / 1_000)
    }
  }

  return (key) => {
    const count = given.get(key) ?? 0
    if (count + (told.get(key) ?? 0) >= atMost || (usedUp.get(key) ?? 0) > performance.now()) return false
    if (given.size === 0) setTimeout(() => void settle(), settlePause).unref()
    given.set(key, count + 1)
    return true
  }
}

const toSeconds = (microseconds: number) =>
  microseconds > 0 ? Math.max(1, Math.ceil(microseconds / 1_000_000)) : undefined
