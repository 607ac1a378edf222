/** What a suite needs of a test runner: `test` of vitest, jest, node:test, bun … */
export type TestFunction = (name: string, run: () => Promise<void> | void) => unknown

/** Fails the running test with what was expected. */
export function check(holds: unknown, expected: string): asserts holds {
  if (!holds) throw new Error(`Expected ${expected}.`)
}

/** The error a promise rejects with. */
export async function failureOf(promise: Promise<unknown>, expected: string): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error(`Expected ${expected}.`)
}

/** Registers tests unless their group is switched off. */
export function groups<Group extends string>(test: TestFunction, skip: readonly Group[] = []) {
  return (group: Group, name: string, run: () => Promise<void> | void): void => {
    if (!skip.includes(group)) test(name, run)
  }
}
