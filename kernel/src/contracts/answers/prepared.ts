import type { Members } from './copyAnswer.js'
import { followMembers } from './followMembers.js'
import { guardSubmit } from './guardSubmit.js'
import {
  amount,
  change,
  changeOfAmount,
  codedMembers,
  either,
  flag,
  listOf,
  measure,
  named,
  oneOf,
  optional,
  type Read,
  shaped,
  steps,
  text,
  tokenReference,
  units,
} from './readers.js'
import { pendingRecord, transactionRecord } from './records.js'
import { soundOne } from './soundOnes.js'
import { submitted, submittedCalls, submittedReplacement, submittedStep } from './submitted.js'

const notice = shaped({ ...codedMembers, severity: oneOf('info', 'warning'), isLoss: optional(flag) })
const balanceChange = shaped({
  address: text,
  amount: changeOfAmount,
  asset: optional(text),
  collectible: optional(shaped({ id: text })),
})
const allowanceChange = shaped({
  token: tokenReference,
  collectible: optional(shaped({ id: optional(text) })),
  spender: named,
  amount: either('unlimited', units),
  moved: optional(change),
  previous: optional(either('unlimited', units)),
})
const previewMembers = {
  fee: amount,
  likelyFee: optional(amount),
  setUpFee: optional(amount),
  feePayer: optional(oneOf('executor')),
  changes: optional(listOf(balanceChange)),
  notices: listOf(notice),
}

const send = shaped({ ...previewMembers, amount: optional(amount) })
export const preparedSend: Read<Members> = (value, at) =>
  guardSubmit(send(value, at), at, { read: submitted })

const calls = shaped({
  ...previewMembers,
  isSponsored: optional(flag),
  allowances: optional(listOf(allowanceChange)),
  atomic: flag,
  steps,
})
export const preparedCalls: Read<Members> = (value, at) =>
  followMembers(
    guardSubmit(calls(value, at), at, { read: submittedCalls, tells: true, options: soundSteps }),
    { value, at },
    { atomic: flag, steps },
  )

const replaceWay = oneOf('faster', 'cancel', 'child')
const replacement = shaped({
  way: replaceWay,
  previousFee: amount,
  fee: amount,
  isCertain: flag,
  notices: listOf(notice),
  record: pendingRecord,
  child: optional(
    shaped({
      left: amount,
      from: listOf(text),
      rate: shaped({ before: measure, after: measure, unit: text }),
    }),
  ),
})
export const preparedReplacement: Read<Members> = (value, at) =>
  guardSubmit(replacement(value, at), at, { read: submittedReplacement, tells: true })

export const pendingFacts = shaped({
  ways: listOf(replaceWay),
  fee: amount,
  record: transactionRecord,
  notices: listOf(notice),
})

export const callsSupport = shaped({ atomic: oneOf('supported', 'ready', 'unsupported') })

const step = shaped({
  index: (value, at) => steps(Number(value) + 1, at) - 1,
  status: oneOf('asking', 'sent', 'confirmed'),
})

/**
 * Tells the caller of sound steps only, and never throws into the plugin: the wallet is being asked, and an error could stop it half way.
 * The answer of `submit` names what was sent once more.
 */
function soundSteps(given: unknown): unknown {
  const { onStep } = given as { readonly onStep?: (step: unknown) => void }
  if (!onStep) return given
  const tell = (told: unknown) => {
    const sound = soundOne(told, 'step', step)
    if (!sound) return
    if (sound['submitted'] !== undefined) {
      const known = soundOne(sound['submitted'], 'step.submitted', submittedStep)
      if (known) sound['submitted'] = known
      else delete sound['submitted']
    }
    onStep(sound)
  }
  return { ...(given as object), onStep: tell }
}
