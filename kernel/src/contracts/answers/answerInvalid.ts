import { BaseError } from '../../errors/base.js'

const excerptLength = 40

/**
 * Makes the error for an answer of a form that the capability's contract doesn't allow. It offers no second try: the answer may be
 * about something that was sent.
 *
 * @param at Where in the answer: capability, function and member.
 */
export function answerInvalid(at: string, expected: string, received: unknown): BaseError {
  return new BaseError('The app can’t read what this network answered. Tell the app’s team.', {
    code: 'ANSWER_INVALID',
    metaMessages: [`Expected of ${at}: ${expected}.`, `Received: ${describeValue(received)}.`],
  })
}

/** Without a look inside of what may be a proxy. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'string')
    return `a text of ${value.length} characters, ${JSON.stringify(value.slice(0, excerptLength))}`
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return `the ${typeof value} ${String(value).slice(0, excerptLength)}`
}
