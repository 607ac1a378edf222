import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import type { SendPreview, SendWarning } from '../Sender.js'
import type { UnansweredTransfer } from '@latchkey/kernel/transaction'

export interface UnansweredFacts {
  /** `undefined` while the form has none. */
  readonly receiver: string | undefined
  /** Of the sending account, newest first. */
  readonly unanswered: readonly UnansweredTransfer[]
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

/** Whether a warning says that a send to the same receiver was sent, or may have been: one more pays twice. */
const isRepeat = (code: string): boolean => code === 'SEND_MAY_REPEAT' || code === 'SEND_SENT_AFTER_ALL'

/** Whether only this plugin warns so: a chain that knows the code doesn't know of these requests. */
export const isUnanswered = (code: string): boolean => isRepeat(code) || code === 'SEND_UNANSWERED'

/** Names what a warning is about: of two earlier sends to one receiver, having read of one says nothing of the other. */
export const subjectOf = ({ code, parameters }: SendWarning): string =>
  isRepeat(code) ? `${code} ${String(parameters?.['askedAt'])}` : code

/** When the newest send was asked for of which the warnings tell that it was, or may have been, made to the same receiver. */
export function repeatToldAt(warnings: readonly SendWarning[]): number | undefined {
  const times = warnings.flatMap(({ code, parameters }) => {
    const askedAt = parameters?.['askedAt']
    return isRepeat(code) && typeof askedAt === 'number' ? [askedAt] : []
  })
  return times.length === 0 ? undefined : Math.max(...times)
}

/** Whether the form warns of an earlier send that the preview was made without: another tab has asked, or a wallet answered. */
export function isUnansweredNews(warnings: readonly SendWarning[], preview: SendPreview): boolean {
  const read = new Set(preview.warnings.map(subjectOf))
  return warnings.some((warning) => isUnanswered(warning.code) && !read.has(subjectOf(warning)))
}

/**
 * Warns of sends whose wallet was asked and never answered: they may have been sent, and a second one would pay twice.
 * Warns, too, of one that was sent after the user had stopped waiting. The user must agree where the receiver is the same,
 * whatever the amount: who tries again often changes it. Pure.
 */
export function reviewUnanswered(facts: UnansweredFacts): readonly SendWarning[] {
  const { receiver, unanswered, isSameAddress } = facts
  const repeated = unanswered.filter(({ to }) => receiver !== undefined && isSameAddress(to, receiver))
  const sent = repeated.find(({ isLate }) => isLate)
  const maybe = repeated.find(({ isLate }) => !isLate)
  if (sent || maybe) {
    return [
      ...(sent ? [{ ...sentAfterAll, parameters: parametersOf(sent) }] : []),
      ...(maybe ? [{ ...mayRepeat, parameters: parametersOf(maybe) }] : []),
    ]
  }
  const other = unanswered.find(({ isLate }) => !isLate)
  return other ? [{ ...maybeSent, parameters: parametersOf(other) }] : []
}

const parametersOf = ({ amount, sentAt }: UnansweredTransfer) => ({ amount: { ...amount }, askedAt: sentAt })

const sentAfterAll: SendWarning = {
  code: 'SEND_SENT_AFTER_ALL',
  severity: 'warning',
  needsConsent: true,
  message: 'Your earlier request to this address was sent after all. Sending again pays twice.',
}

const mayRepeat: SendWarning = {
  code: 'SEND_MAY_REPEAT',
  severity: 'warning',
  needsConsent: true,
  message:
    'You may have sent to this address already: the wallet was asked and didn’t say what came of it. Look at your activity in the wallet before you send again.',
}

const maybeSent: SendWarning = {
  code: 'SEND_UNANSWERED',
  severity: 'warning',
  message:
    'An earlier request to send may have gone through: the wallet didn’t say what came of it. Look at your activity in the wallet first.',
}

/** Leaves out that nothing was ever sent to an address to which something may have been sent. */
export function withoutContradiction(warnings: readonly SendWarning[]): SendWarning[] {
  const isRepeated = warnings.some(({ code }) => isRepeat(code))
  return warnings.filter(({ code }) => !(isRepeated && code === 'FIRST_TIME_RECEIVER'))
}
