import type { Amount } from '@latchkey/kernel/contracts'
import { noticeWords } from '@latchkey/kernel/transaction'
import { exactAmountText, safeText } from '@latchkey/ui-react'
import type { SendWarning } from '../Sender.js'
import type { sendMessages } from './messages.js'

export interface WarningWords {
  readonly messages: typeof sendMessages.messages
  readonly locale: string
  say(words: unknown): string
}

/** The host's words for what this plugin knows; the chain's own sentence, or the host's for it, for the rest. */
export function warningText(warning: SendWarning, { messages, locale, say }: WarningWords): string {
  const { code, parameters } = warning
  const own: Readonly<Record<string, string>> = {
    ADDRESS_LOOKALIKE: messages.warnLookalike,
    FIRST_TIME_RECEIVER: messages.warnFirstTime,
    SEND_TO_SELF: messages.warnSelf,
    SEND_TO_TOKEN_CONTRACT: messages.warnToken,
  }
  if (code === 'NAMED_ADDRESS_LOOKALIKE') {
    return messages.warnNamedLookalike({ name: safeText(String(parameters?.['name'] ?? ''), 40) })
  }
  if (isUnanswered(code) && isOwn(parameters)) {
    const amount = exactAmountText(parameters.amount, locale)
    return messages[unanswered[code]]({ amount, time: timeText(parameters.askedAt, locale) })
  }
  return own[code] ?? safeText(say(noticeWords(warning)), 300)
}

const unanswered = {
  SEND_MAY_REPEAT: 'warnMayRepeat',
  SEND_SENT_AFTER_ALL: 'warnSentAfterAll',
  SEND_UNANSWERED: 'warnUnanswered',
} as const

const isUnanswered = (code: string): code is keyof typeof unanswered => Object.hasOwn(unanswered, code)

/** Whether parameters are as this plugin makes them: a chain may use the same code. */
function isOwn(
  parameters: SendWarning['parameters'],
): parameters is { readonly amount: Amount; readonly askedAt: number } {
  const amount = parameters?.['amount'] as Partial<Amount> | null | undefined
  const isAmount =
    typeof amount?.value === 'bigint' && isPlaces(amount.decimals) && typeof amount.symbol === 'string'
  return isAmount && !Number.isNaN(new Date(parameters?.['askedAt'] as number).getTime())
}

const isPlaces = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255

/** A moment of the last two days: "Monday 10:32 AM". */
const timeText = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(
    new Date(at),
  )
