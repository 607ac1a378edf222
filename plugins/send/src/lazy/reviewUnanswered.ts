import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import type { SendPreview, SendWarning } from '../Sender.js'
import type { UnansweredSend } from './unansweredSends.js'

export interface UnansweredFacts {
  /** `undefined` while the form has none. */
  readonly receiver: string | undefined
  /** Of the sending account, newest first. */
  readonly unanswered: readonly UnansweredSend[]
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

const codes: readonly string[] = ['SEND_MAY_REPEAT', 'SEND_UNANSWERED']

/** Whether the form warns of an unanswered send that the preview was made without: another tab has asked since. */
export function isUnansweredNews(warnings: readonly SendWarning[], preview: SendPreview): boolean {
  const isRead = (code: string) => preview.warnings.some((warning) => warning.code === code)
  return warnings.some(({ code }) => codes.includes(code) && !isRead(code))
}

/**
 * Warns of sends whose wallet was asked and never answered: they may have been sent, and a second one would pay twice.
 * The user must agree where the receiver is the same, whatever the amount: who tries again often changes it. Pure.
 */
export function reviewUnanswered(facts: UnansweredFacts): readonly SendWarning[] {
  const { receiver, unanswered, isSameAddress } = facts
  const repeated = unanswered.find(({ to }) => receiver !== undefined && isSameAddress(to, receiver))
  const found = repeated ?? unanswered[0]
  if (!found) return []
  const parameters = { amount: { ...found.amount }, askedAt: found.sentAt }
  if (!repeated) {
    return [
      {
        code: 'SEND_UNANSWERED',
        severity: 'warning',
        message:
          'An earlier request to send may have gone through: the wallet didn’t say what came of it. Look at your activity in the wallet first.',
        parameters,
      },
    ]
  }
  return [
    {
      code: 'SEND_MAY_REPEAT',
      severity: 'warning',
      needsConsent: true,
      message:
        'You may have sent to this address already: the wallet was asked and didn’t say what came of it. Look at your activity in the wallet before you send again.',
      parameters,
    },
  ]
}

/** Leaves out that nothing was ever sent to an address to which something may have been sent. */
export function withoutContradiction(warnings: readonly SendWarning[]): SendWarning[] {
  const mayRepeat = warnings.some(({ code }) => code === 'SEND_MAY_REPEAT')
  return warnings.filter(({ code }) => !(mayRepeat && code === 'FIRST_TIME_RECEIVER'))
}
