import { BaseError } from './base.js'

/** What the language itself throws when code is wrong (ECMAScript, section 20.5.5). A wallet's answer is none of these. */
const languageErrors: ReadonlySet<string> = new Set([
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
])

/** Whether code was wrong, rather than somebody had something to say. Errors of another frame count. */
export function isProgramError(error: unknown): error is Error {
  return (
    Object.prototype.toString.call(error) === '[object Error]' && languageErrors.has((error as Error).name)
  )
}

/** For a fault of code where an answer was expected: nobody is blamed, and developers get the cause with its stack. */
export function programError(cause: Error): BaseError {
  return new BaseError('A program error stopped the request. Reload the page and try again.', {
    code: 'PROGRAM_ERROR',
    cause,
    metaMessages: [
      `${cause.name}: ${cause.message.slice(0, 300)}`,
      "The fault is in the code of the app, of a library or of the wallet's extension. The cause has its stack.",
    ],
  })
}
