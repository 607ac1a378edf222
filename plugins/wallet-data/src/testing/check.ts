import { isKernelError } from '@latchkey/kernel/plugin'

/** Fails the running test with what was expected. */
export function check(holds: unknown, expected: string): asserts holds {
  if (!holds) throw new Error(`Expected ${expected}.`)
}

/** Fails unless the promise rejects with one of our errors of the code. */
export async function checkCode(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  check(isKernelError(error, code), `an error with the code ${code}, found ${describe(error)}`)
}

function describe(error: unknown): string {
  return isKernelError(error) ? error.code : String(error)
}

/** Whether a text is a plain decimal number that is not negative. */
export const isPlainDecimal = (text: string) => /^\d+(\.\d+)?$/.test(text)
