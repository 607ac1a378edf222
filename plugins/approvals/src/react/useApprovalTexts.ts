import { exactAmountText, safeText, truncateAddress, useLocale, useMessages } from '@latchkey/ui-react'
import type { ListedApproval } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'

export interface ApprovalTexts {
  /** Who may move it: by name where the host knows it. */
  readonly spender: string
  readonly amount: string
  /** Absent where nothing tells. */
  readonly atRisk: string | undefined
}

/** What an approval says, in the words and digits of the page. Names of tokens are outside text. */
export function useApprovalTexts(approval: ListedApproval): ApprovalTexts {
  const messages = useMessages(approvalsMessages)
  const locale = useLocale()
  const { token, collectible, spender, spenderName, keeper, amount, atRisk } = approval
  const name = spenderName === undefined ? truncateAddress(spender) : safeText(spenderName, 40)
  return {
    spender: keeper ? messages.through({ spender: name, keeper: safeText(keeper.name, 24) }) : name,
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
