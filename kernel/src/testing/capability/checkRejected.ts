import { check } from '../suite.js'

/** Checks that a refusal by the person is told as one. */
export function checkRejected(code: string, call: string): void {
  check(
    code === 'USER_REJECTED',
    `code USER_REJECTED of ${call}, found ${code}`,
    'map what the wallet throws by its dialect, for example with `rpcErrorFrom`',
  )
}
