import type { BalanceChange } from '@latchkey/kernel/contracts'
import { forms } from '../messages/en/forms.js'
import { useLocale } from '../messages/useLocale.js'
import { useMessages } from '../messages/useMessages.js'
import { exactAmountText } from '../utils/exactAmountText.js'
import { safeText } from '../utils/safeText.js'

/** Returns what says everything that leaves by a trial run, as a sentence has it: "5 USDC and NFT #17". */
export function useLossText(): (losses: readonly BalanceChange[]) => string {
  const messages = useMessages(forms)
  const locale = useLocale()
  return (losses) => {
    const texts = losses.map(({ amount, collectible }) =>
      collectible === undefined
        ? exactAmountText({ ...amount, value: amount.value < 0n ? -amount.value : amount.value }, locale)
        : messages.nft({ id: safeText(collectible.id, 24) }),
    )
    return new Intl.ListFormat(locale).format(texts)
  }
}
