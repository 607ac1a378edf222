import { exactAmountText, safeText, useLocale, useMessages } from '@latchkey/ui-react'
import type { ListedApproval } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'
import { useSpenderText } from './useSpenderText.js'

export interface ApprovalTexts {
  /** Who may move it: by the name that the host gave it on its network, or by the person's beside the address. */
  readonly spender: string
  readonly amount: string
  /** Absent where nothing tells. */
  readonly atRisk: string | undefined
}

/** What an approval says, in the words and digits of the page. Names of tokens are outside text. */
export function useApprovalTexts(approval: ListedApproval): ApprovalTexts {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const { token, collectible, amount, atRisk } = approval
  const spenderOf = useSpenderText()
  return {
    spender: spenderOf(approval),
    amount: collectible
      ? collectible.id === undefined
        ? messages.wholeCollection
        : messages.item({ id: safeText(collectible.id, 24) })
      : amount === 'unlimited'
        ? messages.unlimited
        : exactAmountText({ value: amount, decimals: token.decimals, symbol: token.symbol }, locale),
    atRisk: atRisk && exactAmountText(atRisk, locale),
  }
}
