import { BaseError, isKernelError, messageOf } from './base.js'

/**
 * One of our errors from anything that was thrown. Ours pass through untouched; the words of any other error become a
 * detail for developers under a sentence of ours, because a wallet could say anything in them.
 *
 * @param sentence Shown to people. Default 'Something went wrong. Try again.'
 */
export function kernelErrorFrom(
  cause: unknown,
  code = 'UNKNOWN',
  sentence = 'Something went wrong. Try again.',
): BaseError {
  if (isKernelError(cause)) return cause
  return new BaseError(sentence, { code, cause, metaMessages: [`The cause said: ${messageOf(cause)}`] })
}
