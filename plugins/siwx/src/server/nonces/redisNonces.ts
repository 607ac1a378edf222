import type { RedisCommand } from '../stores/RedisClient.js'
import { nonceTaken } from './nonceTaken.js'
import type { NonceState, NonceStore } from './NonceStore.js'

export interface RedisNoncesOptions {
  /** Put before every key. Default `siwx:nonce:`. */
  readonly prefix?: string | undefined
}

const LIVE = 'live:'
/** Before the value that it had. A process of an earlier version takes neither for a live nonce. */
const USED = 'used '

/**
 * Keeps nonces in Redis, which drops them when they expire (an expired nonce is then `unknown`). Consuming is
 * `SET … XX GET KEEPTTL`, one command that marks the nonce used and tells what it was; it needs Redis 7 or 6.2.
 */
export function redisNonces(command: RedisCommand, options: RedisNoncesOptions = {}): Required<NonceStore> {
  const keyOf = (nonce: string) => `${options.prefix ?? 'siwx:nonce:'}${nonce}`

  function read(value: unknown, binding: string, now: number): NonceState {
    if (typeof value !== 'string') return 'unknown'
    if (!value.startsWith(LIVE)) return 'used'
    const separator = value.indexOf(':', LIVE.length)
    if (Number(value.slice(LIVE.length, separator)) <= now) return 'expired'
    return value.slice(separator + 1) === binding ? 'live' : 'mismatch'
  }

  return {
    async add({ nonce, binding, expiresAt }) {
      const value = `${LIVE}${expiresAt}:${binding}`
      const answer = await command(['SET', keyOf(nonce), value, 'NX', 'PXAT', `${expiresAt}`])
      if (answer === null) throw nonceTaken()
    },
    async consume(nonce, binding, now) {
      // A nonce of another browser must stay live, so only one that looks right is marked.
      const value = await command(['GET', keyOf(nonce)])
      const state = read(value, binding, now)
      if (state !== 'live') return state
      const used = `${USED}${value}`
      return read(await command(['SET', keyOf(nonce), used, 'XX', 'GET', 'KEEPTTL']), binding, now)
    },
    async release(nonce) {
      const value = await command(['GET', keyOf(nonce)])
      if (typeof value !== 'string' || !value.startsWith(USED)) return
      await command(['SET', keyOf(nonce), value.slice(USED.length), 'XX', 'KEEPTTL'])
    },
  }
}
