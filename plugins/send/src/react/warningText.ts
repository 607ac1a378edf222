import { noticeWords } from '@latchkey/kernel/plugin'
import { safeText } from '@latchkey/ui-react'
import type { SendWarning } from '../Sender.js'
import type { sendMessages } from './messages.js'

/** The host's words for what this plugin knows; the chain's own sentence, or the host's for it, for the rest. */
export function warningText(
  warning: SendWarning,
  messages: typeof sendMessages.messages,
  say: (words: unknown) => string,
): string {
  const own: Readonly<Record<string, string>> = {
    ADDRESS_LOOKALIKE: messages.warnLookalike,
    FIRST_TIME_RECEIVER: messages.warnFirstTime,
    SEND_TO_SELF: messages.warnSelf,
    SEND_TO_TOKEN_CONTRACT: messages.warnToken,
  }
  if (warning.code === 'NAMED_ADDRESS_LOOKALIKE') {
    return messages.warnNamedLookalike({ name: safeText(String(warning.parameters?.['name'] ?? ''), 40) })
  }
  return own[warning.code] ?? safeText(say(noticeWords(warning)), 300)
}
