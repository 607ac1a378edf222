import { isKernelError } from '../../errors/base.js'
import { requestAborted } from '../../errors/embedded.js'
import { kernelErrorFrom } from '../../errors/kernelErrorFrom.js'
import type { Read } from './readers.js'

/**
 * Waits for an answer, and returns a checked copy of it.
 *
 * @param signal What the question was given, if anything.
 * @throws BaseError `ANSWER_INVALID`; `REQUEST_ABORTED` or `UNKNOWN` for a mistake in a plugin; what else it threw.
 */
export async function readLater<T>(
  ask: () => unknown,
  { read, at, signal }: { readonly read: Read<T>; readonly at: string; readonly signal?: unknown },
): Promise<T> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (cause) {
    throw ownError(cause, signal)
  }
  return read(answer, at)
}

/**
 * Makes an error of ours of one that only a mistake in a plugin throws. What else a plugin throws passes through: its own errors, and what a
 * wallet or a node said, which those who asked know how to read.
 */
export function ownError(cause: unknown, signal: unknown): unknown {
  if (isKernelError(cause) || !isMistake(cause)) return cause
  return signal instanceof AbortSignal && signal.aborted ? requestAborted(cause) : kernelErrorFrom(cause)
}

function isMistake(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return true
  try {
    return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => cause instanceof kind)
  } catch {
    return true
  }
}
