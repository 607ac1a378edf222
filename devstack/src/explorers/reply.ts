export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Counts what came in the second before. */
export function createRate(perSecond: number) {
  const lately: number[] = []
  return (): boolean => {
    const now = Date.now()
    while ((lately[0] ?? now) <= now - 1_000) lately.shift()
    if (lately.length >= perSecond) return true
    lately.push(now)
    return false
  }
}
