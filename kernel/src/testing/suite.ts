/** What a suite needs of a test runner: `test` of vitest, jest, node:test, bun … */
export type TestFunction = (name: string, run: () => Promise<void> | void) => unknown

/** Milliseconds that a plugin may take to answer a question of a suite, unless the suite is told otherwise. */
export const defaultTimeLimit = 4_000

// The suites watch the page's timers and count none of their own. A runner's fake time doesn't stop them either.
const startTimer = globalThis.setTimeout.bind(globalThis)
const stopTimer = globalThis.clearTimeout.bind(globalThis)

/**
 * Fails the running test with what was expected.
 *
 * @param expected What was expected, and what was found instead.
 * @param mend What the plugin's author has to do.
 */
export function check(holds: unknown, expected: string, mend?: string): asserts holds {
  if (!holds) throw new Error(`Expected ${expected}${mend === undefined ? '' : `: ${mend}`}.`)
}

/** The error a promise rejects with. */
export async function failureOf(
  promise: Promise<unknown>,
  expected: string,
  mend?: string,
): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error(`Expected ${expected}, and it succeeded${mend === undefined ? '' : `: ${mend}`}.`)
}

/**
 * Asks, and waits for the answer no longer than the time limit.
 *
 * @param call Names the question in the sentence, such as `connect()`.
 * @throws Error that names the call once it takes too long; what the call throws.
 */
export async function answerInTime<T>(
  call: string,
  ask: () => Promise<T> | T,
  limit: number,
  mend = 'answer or reject, whatever the wallet or the node does',
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const sentence = `Expected ${call} to settle, and it still hung after ${limit} ms: ${mend}.`
    timer = startTimer(() => reject(new Error(sentence)), limit)
  })
  try {
    return await Promise.race([Promise.resolve(ask()), late])
  } finally {
    stopTimer(timer)
  }
}

/**
 * The error of a call that must reject within the time limit: a call that hangs has not rejected.
 *
 * @throws Error that names the call when it hangs, or succeeds.
 */
export async function failureInTime(
  call: string,
  ask: () => Promise<unknown>,
  limit: number,
  mend: string,
): Promise<unknown> {
  const settle = async () => {
    try {
      await ask()
      return undefined
    } catch (error) {
      return { error }
    }
  }
  const failed = await answerInTime(call, settle, limit, mend)
  check(failed, `${call} to reject, and it succeeded`, mend)
  return failed.error
}

/** Waits a while in real time, for what a plugin may do of its own accord. Milliseconds. */
export const pause = (duration: number): Promise<void> =>
  new Promise((resolve) => void startTimer(resolve, duration))

/** Waits until a question is answered with yes, and answers what was found last once the time limit is over. */
export async function eventually(holds: () => boolean, limit: number): Promise<boolean> {
  const step = 10
  for (let waited = 0; waited < limit; waited += step) {
    if (holds()) return true
    await pause(step)
  }
  return holds()
}
