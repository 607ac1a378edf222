import { BaseError } from './base.js'
import { readField } from './readField.js'

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
  return isErrorObject(error) && languageErrors.has(readField(error, 'name') as string)
}

function isErrorObject(value: unknown): boolean {
  try {
    return Object.prototype.toString.call(value) === '[object Error]'
  } catch {
    return false
  }
}

/** For a fault of code where an answer was expected: nobody is blamed, and developers get the cause with its stack. */
export function programError(cause: Error): BaseError {
  return new BaseError('A program error stopped the request. Reload the page and try again.', {
    code: 'PROGRAM_ERROR',
    cause,
    metaMessages: [
      `${String(readField(cause, 'name'))}: ${String(readField(cause, 'message')).slice(0, 300)}`,
      "The fault is in the code of the app, of a library or of the wallet's extension. The cause has its stack.",
    ],
  })
}
