import { BaseError } from '../../errors/base.js'

const excerptLength = 40

/**
 * For an answer of a capability that isn't of the form its contract says. Nothing offers to try again: it may be the answer to
 * something that was sent.
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
