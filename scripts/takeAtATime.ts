/** Takes all, in their order, never more than `count` at a time. Rejects with the first failure, once those that run have ended. */
export async function takeAtATime<T>(
  count: number,
  all: readonly T[],
  take: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...all]
  const walk = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await take(next)
  }
  const ended = await Promise.allSettled(Array.from({ length: count }, walk))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
