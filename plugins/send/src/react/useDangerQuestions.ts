import { type GuardQuestion, safeText, useLossText, useMessages } from '@latchkey/ui-react'
import type { SendDanger } from '../Sender.js'
import { sendMessages } from './messages.js'

const testIds = {
  lookalike: 'send-compared',
  mayRepeat: 'send-looked-up',
  repeats: 'send-twice',
  lost: 'send-lost',
  losesMore: 'send-loses-more',
} as const

/** Returns what has to be accepted before something is sent, each in words that name what can be lost. */
export function useDangerQuestions(dangers: readonly SendDanger[], what: string): readonly GuardQuestion[] {
  const messages = useMessages(sendMessages)
  const lossText = useLossText()
  const labelOf = ({ kind, name, losses = [] }: SendDanger): string => {
    if (kind === 'mayRepeat') return messages.lookedUp
    if (kind === 'repeats') return messages.acceptTwice({ what })
    if (kind === 'lost') return messages.acceptLost({ what })
    if (kind === 'losesMore') return messages.acceptLosing({ what: lossText(losses) })
    return name === undefined
      ? messages.acceptUnlikeUsed({ what })
      : messages.acceptUnlikeNamed({ what, name: safeText(name, 40) })
  }
  return dangers.map((danger) => ({ ...danger, label: labelOf(danger), testId: testIds[danger.kind] }))
}
