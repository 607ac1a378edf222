import { answerInvalid } from './answerInvalid.js'
import type { Members } from './copyAnswer.js'
import { readLater } from './readLater.js'
import { anything, flag, listOf, named, oneOf, optional, type Read, record, shaped, text } from './readers.js'

const trailLength = 2_000

const decisionMembers = {
  status: oneOf('confirmed', 'failed'),
  reason: optional(text),
  code: optional(text),
  parameters: optional(record),
  outcome: optional(oneOf('different', 'unknown')),
}
const sendDecision = shaped(decisionMembers)
const callsDecision = shaped({ ...decisionMembers, transactions: listOf(named), isPartial: optional(flag) })
const replaceDecision = shaped({
  ...decisionMembers,
  taken: named,
  which: oneOf('replacement', 'original', 'other', 'apart'),
})

/** A transaction with an id. Where only what tells of it later is wrong, the id isn't lost: it was sent. */
const sent =
  (decision: Read): Read<Members> =>
  (value, at) => {
    const copy = shaped({ id: named, trail: anything, isBundle: optional(flag), takesPlace: anything })(
      value,
      at,
    )
    const { wait, trail } = copy
    copy['wait'] = (signal?: unknown) =>
      readLater(
        () => {
          if (typeof wait !== 'function') throw answerInvalid(`${at}.wait`, 'a function', wait)
          return (wait as (signal: unknown) => unknown)(signal)
        },
        { read: decision, at: `${at}.wait()`, signal },
      )
    if (trail !== undefined) copy['trail'] = quiet(trail, isTrail)
    if (copy['takesPlace'] !== undefined) copy['takesPlace'] = quiet(copy['takesPlace'], isFlag)
    return copy
  }

export const submitted = sent(sendDecision)
/** A step is one transaction: its decision needn't name several. */
export const submittedStep = sent(
  shaped({ ...decisionMembers, transactions: optional(listOf(named)), isPartial: optional(flag) }),
)
export const submittedCalls = sent(callsDecision)
export const submittedReplacement: Read<Members> = (value, at) => {
  const copy = sent(replaceDecision)(value, at)
  return 'takesPlace' in copy ? copy : { ...copy, takesPlace: Promise.resolve(undefined) }
}

/** Of promises that never reject. What is of another form is as unknown as what didn't come. */
const quiet = (value: unknown, isKnown: (known: unknown) => boolean): Promise<unknown> =>
  Promise.resolve(value).then(
    (known) => (isKnown(known) ? known : undefined),
    () => undefined,
  )

const isTrail = (value: unknown) => typeof value === 'string' && value.length <= trailLength
const isFlag = (value: unknown) => typeof value === 'boolean'
