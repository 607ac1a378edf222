import type { SendNotice } from '@latchkey/kernel/contracts'
import { exactAmountText, useLocale, useMessages } from '@latchkey/ui-react'
import { payMessages } from './payMessages.js'
import { weekdayTimeText } from './weekdayTimeText.js'

const keys: Readonly<Record<string, 'warnMayRepeat' | 'warnSentAfterAll'>> = {
  PAY_MAY_REPEAT: 'warnMayRepeat',
  PAY_SENT_AFTER_ALL: 'warnSentAfterAll',
}

/** Says of earlier transfers what was asked for and when: the person has to find them in the wallet. */
export function useRepeatWords(notices: readonly SendNotice[]): readonly SendNotice[] {
  const messages = useMessages(payMessages)
  const locale = useLocale()
  return notices.map((notice) => {
    const key = keys[notice.code]
    const { amount, askedAt } = notice.parameters ?? {}
    if (!key || typeof askedAt !== 'number' || typeof amount !== 'object' || !('value' in amount))
      return notice
    const words = { amount: exactAmountText(amount, locale), time: weekdayTimeText(askedAt, locale) }
    return { ...notice, message: messages[key](words) }
  })
}
