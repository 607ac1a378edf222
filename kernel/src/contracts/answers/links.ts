import type { Members } from './copyAnswer.js'
import { answerInvalid } from './answerInvalid.js'
import { listOf, named, oneOf, optional, picture, type Read, record, shaped, text, units } from './readers.js'

export const identity = shaped({
  name: optional(text),
  vouchedName: optional(text),
  avatar: optional(picture),
})

export const paymentLink = optional(shaped({ address: named, uri: named }))

const problem = shaped({ problem: oneOf('invalid', 'unsupported'), detail: text })
const content = shaped({
  networkId: optional(named),
  to: named,
  amount: optional(readAmount),
  token: optional(named),
  references: optional(listOf(text)),
  memo: optional(text),
  label: optional(text),
  message: optional(text),
})

/** One or the other: an amount that says both could be shown as one and paid as the other. */
function readAmount(value: unknown, at: string): Members {
  const copy = record(value, at)
  if ('units' in copy === 'whole' in copy) throw answerInvalid(at, 'either `units` or `whole`', value)
  return 'units' in copy ? shaped({ units })(copy, at) : shaped({ whole: named })(copy, at)
}

export const linkContent: Read<Members> = (value, at) =>
  'problem' in record(value, at) ? problem(value, at) : content(value, at)

export const shortNames: Read<Members> = (value, at) => {
  const copy = record(value, at)
  for (const name of Object.keys(copy)) named(copy[name], `${at}.${name}`)
  return copy
}
