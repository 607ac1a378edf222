export interface RateLimit {
  /** How many requests may come at once. */
  readonly capacity: number
  readonly refillPerSecond: number
}

export interface TokenBuckets {
  /** Takes one token. Answers the seconds to wait when there is none. */
  take(key: string): number | undefined | Promise<number | undefined>
}

/** Above this, buckets that have filled up again are forgotten: they are as good as new ones. */
const bucketsKept = 10_000
const sweepPause = 1000

/** One bucket for each key; the clock may be replaced in tests. */
export function createTokenBuckets({ capacity, refillPerSecond }: RateLimit, now = Date.now): TokenBuckets {
  let swept = 0
  const buckets = new Map<string, { tokens: number; at: number }>()
  const filled = (bucket: { tokens: number; at: number }, at: number) =>
    Math.min(capacity, bucket.tokens + ((at - bucket.at) / 1000) * refillPerSecond)
  return {
    take(key) {
      const at = now()
      if (buckets.size >= bucketsKept && at - swept > sweepPause) {
        swept = at
        for (const [known, bucket] of buckets) if (filled(bucket, at) >= capacity) buckets.delete(known)
      }
      const bucket = buckets.get(key)
      const tokens = bucket ? filled(bucket, at) : capacity
      const isAllowed = tokens >= 1
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at })
      return isAllowed ? undefined : Math.max(1, Math.ceil((1 - tokens) / refillPerSecond))
    },
  }
}
