import type { Clock } from '@latchkey/kernel/plugin'

/** What `run` answers, or the failure once so many milliseconds have passed. */
export async function withDeadline<T>(
  clock: Clock,
  milliseconds: number,
  late: () => Error,
  run: () => Promise<T>,
): Promise<T> {
  let timer: ReturnType<Clock['setTimeout']> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = clock.setTimeout(() => reject(late()), milliseconds)
  })
  try {
    return await Promise.race([run(), deadline])
  } finally {
    if (timer !== undefined) clock.clearTimeout(timer)
  }
}
