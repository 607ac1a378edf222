import { checkMembers, type Forms } from './checkMembers.js'
import { describeFound } from './describeFound.js'
import { steerable } from './steerable.js'
import { answerInTime, check } from './suite.js'

/** Says where harnesses come from. */
export interface HarnessSource<Harness> {
  create(): Harness | Promise<Harness>
  readonly forms: Forms
  /** Milliseconds that a question may take. */
  readonly limit: number
  /** Those that `create` has returned so far. */
  readonly seen: WeakSet<object>
}

interface Stoppable {
  stop?(): void | Promise<void>
}

/** Starting a chain takes longer than asking it. */
const timesLonger = 10

/** Makes a harness, runs a test with it and stops it, whatever the test ends in. */
export async function withHarness<Harness extends Stoppable>(
  { create, forms, limit, seen }: HarnessSource<Harness>,
  body: (harness: Harness) => Promise<void>,
): Promise<void> {
  const longest = limit * timesLonger
  const harness = await named(
    'create()',
    'return a new harness, and wait for nothing that may not come',
    (mend) => answerInTime('create()', create, longest, mend),
  )
  let failed: { readonly error: unknown } | undefined
  try {
    checkMembers('the harness', harness, forms, 'mend it in what `create` returns')
    check(
      !seen.has(harness),
      'create() to make a harness for each test, found the one of an earlier test',
      'make the wallet and what it needs inside of `create`',
    )
    seen.add(harness)
    await body(steerable(harness, Object.keys(forms), limit))
  } catch (error) {
    failed = { error }
  }
  await named('stop() of the harness', 'end what `create` started, and throw nothing', (mend) =>
    answerInTime('stop() of the harness', () => harness?.stop?.(), longest, mend),
  ).catch((error: unknown) => {
    // What the test found counts for more.
    failed ??= { error }
  })
  if (failed) throw failed.error
}

/** Makes what has no harness, and names `create` where it throws. */
export function made<Made>(create: () => Made, mend: string): Made {
  try {
    const one = create()
    // A promise is refused as what it is. Its rejection would be told as a fault outside of every test.
    if (one instanceof Promise) one.catch(() => {})
    return one
  } catch (cause) {
    throw new Error(`Expected create() to work, found ${describeFound(cause)}: ${mend}.`, { cause })
  }
}

/** Names what failed, and keeps the failure as the cause. */
async function named<T>(call: string, mend: string, ask: (mend: string) => Promise<T>): Promise<T> {
  try {
    return await ask(mend)
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('Expected ')) throw cause
    throw new Error(`Expected ${call} to work, found ${describeFound(cause)}: ${mend}.`, { cause })
  }
}
