import { SiwxError } from '../../message/SiwxError.js'
import { readSeconds } from '../readSeconds.js'
import type { RateLimit, SiwxAction } from './createHandlers.js'

export interface MemoryRateLimitOptions {
  /** Who asks. The host knows which header its proxy sets; there is no safe default. */
  readonly keyOf: (request: Request) => string
  /** Requests allowed per window and action. Default 30. */
  readonly limit?: number | undefined
  /** Seconds. Default 60. */
  readonly window?: number | undefined
  readonly clock?: (() => number) | undefined
}

/** Counts requests per caller and action in fixed windows, in this process. */
export function memoryRateLimit(options: MemoryRateLimitOptions): RateLimit {
  const clock = options.clock ?? Date.now
  const limit = options.limit ?? 30
  if (!(limit >= 0)) {
    throw new SiwxError(
      'SIWX_OPTIONS_INVALID',
      `memoryRateLimit cannot start: limit is ${limit}. Give a number of requests, 0 or more.`,
    )
  }
  const { window: length } = readSeconds('memoryRateLimit', options, { window: 60 })
  const counts = new Map<string, number>()
  let windowStart = 0
  return async (request, action: SiwxAction) => {
    const now = clock()
    if (now >= windowStart + length) {
      counts.clear()
      windowStart = now
    }
    const key = `${action} ${options.keyOf(request)}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count > limit ? (windowStart + length - now) / 1000 : undefined
  }
}
